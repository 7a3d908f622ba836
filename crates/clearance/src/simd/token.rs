//! The common part of all instruction sets: a token for the promise that the processor has them.

/// Defines a token, which stands for the promise that the processor has some instructions. Only `detect`
/// makes one, so the methods that use these instructions are safe to call. `run` compiles a job again with
/// the instructions, which everything inlined into it may then use.
macro_rules! token {
    ($(#[$doc:meta])* $token:ident, $($feature:tt),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $token(());

        impl $token {
            /// A token if the processor has the instructions.
            #[inline]
            pub(super) fn detect() -> Option<Self> {
                let has_all = $(is_x86_feature_detected!($feature))&&+;
                has_all.then_some(Self(()))
            }
            /// Runs a job that may use the instructions.
            #[inline]
            pub(super) fn run<J: Job>(self, job: J) -> J::Output {
                /// # Safety
                /// The processor must have the instructions named.
                $(#[target_feature(enable = $feature)])+
                unsafe fn with_features<J: Job>(lanes: $token, job: J) -> J::Output {
                    job.run(lanes)
                }
                // SAFETY: a token exists, so the processor has the instructions.
                unsafe { with_features(self, job) }
            }
        }
    };
}
