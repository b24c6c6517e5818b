// SPDX-License-Identifier: MIT
#pragma once

/// Which mutex guards what, for clang's -Wthread-safety; nothing for other compilers.
///
/// The mutexes are std::mutex: libc++ declares them as capabilities where
/// _LIBCPP_ENABLE_THREAD_SAFETY_ANNOTATIONS is defined, and std::lock_guard as their scope. Waits
/// go through std::condition_variable_any on the mutex itself, which the analysis reads as "held
/// throughout"; their predicates are marked TIDEMARK_REQUIRES.
#if defined(__clang__)
#define TIDEMARK_ATTRIBUTE(attribute) __attribute__((attribute))
#else
#define TIDEMARK_ATTRIBUTE(attribute)
#endif

/// A field that is only touched while `mutex` is held.
#define TIDEMARK_GUARDED_BY(mutex) TIDEMARK_ATTRIBUTE(guarded_by(mutex))
/// A function (or a wait's predicate) that is only called while the mutexes are held.
#define TIDEMARK_REQUIRES(...) TIDEMARK_ATTRIBUTE(requires_capability(__VA_ARGS__))
/// A function that takes the mutexes itself and therefore must not be called while they are held.
#define TIDEMARK_EXCLUDES(...) TIDEMARK_ATTRIBUTE(locks_excluded(__VA_ARGS__))
/// A mutex that is taken before another where both are held.
#define TIDEMARK_ACQUIRED_BEFORE(...) TIDEMARK_ATTRIBUTE(acquired_before(__VA_ARGS__))
