// SPDX-License-Identifier: MIT
#include "tidemark/sim/build/object_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "tidemark/sim/cli/files.hpp"

namespace tidemark::sim::build {
namespace {

/// A file's bytes, read with the bounds checked: the file may be anything.
class Bytes {
 public:
  explicit Bytes(std::string_view text) : text_(text) {}

  template <class T>
  std::optional<T> at(std::uint64_t offset) const {
    if (offset > text_.size() || text_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, text_.data() + offset, sizeof value);
    return value;
  }

  std::string string_at(std::uint64_t offset) const {
    if (offset >= text_.size()) return {};
    const std::string_view rest = text_.substr(offset);
    return std::string(rest.substr(0, rest.find('\0')));
  }

 private:
  std::string_view text_;
};

std::vector<Elf64_Shdr> sections_of(const Bytes& bytes, const Elf64_Ehdr& head) {
  std::vector<Elf64_Shdr> sections;
  for (std::uint64_t index = 0; index < head.e_shnum; ++index) {
    const auto section = bytes.at<Elf64_Shdr>(head.e_shoff + index * sizeof(Elf64_Shdr));
    if (!section) return {};
    sections.push_back(*section);
  }
  return sections;
}

void collect_needs(const Bytes& bytes, const Elf64_Shdr& table, const Elf64_Shdr& names,
                   std::vector<std::string>& needs) {
  for (std::uint64_t offset = 0; offset + sizeof(Elf64_Sym) <= table.sh_size;
       offset += sizeof(Elf64_Sym)) {
    const auto symbol = bytes.at<Elf64_Sym>(table.sh_offset + offset);
    if (!symbol) return;
    if (symbol->st_shndx != SHN_UNDEF || symbol->st_name == 0) continue;
    needs.push_back(bytes.string_at(names.sh_offset + symbol->st_name));
  }
}

/// A mangled name of the production library: in the namespace, and not in one of the simulator's.
bool is_core(std::string_view name) {
  constexpr std::string_view kNamespace = "8tidemark";
  const std::size_t at = name.find(kNamespace);
  if (!name.starts_with("_ZN") || at == std::string_view::npos || at > 4) return false;
  const std::string_view inner = name.substr(at + kNamespace.size());
  constexpr std::string_view kOthers[] = {"3sim", "4fake", "5fault", "6models", "9scenarios"};
  return std::none_of(std::begin(kOthers), std::end(kOthers),
                      [&](std::string_view other) { return inner.starts_with(other); });
}

}  // namespace

bool ObjectFile::is_instrumented() const {
  return std::any_of(needs.begin(), needs.end(),
                     [](const std::string& name) { return name.starts_with("__tsan_"); });
}

bool ObjectFile::lists_scenarios() const {
  return std::find(sections.begin(), sections.end(), "tidemark_scenarios") != sections.end();
}

bool ObjectFile::needs_core() const { return std::any_of(needs.begin(), needs.end(), is_core); }

std::optional<ObjectFile> read_object(const std::filesystem::path& file) {
  const auto text = cli::read_file(file);
  if (!text) return std::nullopt;
  const Bytes bytes(*text);
  const auto head = bytes.at<Elf64_Ehdr>(0);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_machine != EM_X86_64) {
    return std::nullopt;
  }
  const std::vector<Elf64_Shdr> sections = sections_of(bytes, *head);
  if (head->e_shstrndx >= sections.size()) return std::nullopt;
  ObjectFile object;
  for (const Elf64_Shdr& section : sections) {
    object.sections.push_back(
        bytes.string_at(sections[head->e_shstrndx].sh_offset + section.sh_name));
    const bool symbols = section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM;
    if (!symbols || section.sh_link >= sections.size()) continue;
    collect_needs(bytes, section, sections[section.sh_link], object.needs);
  }
  return object;
}

}  // namespace tidemark::sim::build
