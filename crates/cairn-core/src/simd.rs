//! Hot code compiled twice: for every processor, and for those with wide vectors.
//!
//! The hot code is portable Rust. On x86-64 it is compiled a second time in functions that may use
//! AVX2 and BMI2. With the `std` feature the program chooses one of the two when it runs, without it
//! when it is compiled. Both come from the same source and give the same results.

/// Defines `name` as a function that runs the widest version of `body` that the processor allows.
macro_rules! multiversion {
    ($(#[$doc:meta])* $vis:vis fn $name:ident<$($g:ident: $bound:path),*>($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $body:path;) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        $vis fn $name<$($g: $bound),*>($($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(clippy::too_many_arguments)]
                fn wide<$($g: $bound),*>($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                if $crate::simd::wide() {
                    // SAFETY: `simd::wide` checked that the processor has these instructions.
                    return unsafe { wide::<$($g),*>($($arg),*) };
                }
            }
            $body($($arg),*)
        }
    };
}
pub(crate) use multiversion;

/// Whether the wide version may run here.
#[cfg(target_arch = "x86_64")]
#[hot]
pub(crate) fn wide() -> bool {
    #[cfg(feature = "std")]
    {
        use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
        const UNKNOWN: u8 = 2;
        static WIDE: AtomicU8 = AtomicU8::new(UNKNOWN);
        let wide = WIDE.load(Relaxed);
        if wide != UNKNOWN {
            return wide == 1;
        }
        // CAIRN_PORTABLE=1 selects the portable version, to compare the two.
        let wide = std::env::var_os("CAIRN_PORTABLE").is_none()
            && std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        WIDE.store(u8::from(wide), Relaxed);
        wide
    }
    #[cfg(not(feature = "std"))]
    {
        cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ))
    }
}

/// `scripts/build-bare` runs this in a build that has only some of the features.
#[cfg(all(test, target_arch = "x86_64", not(feature = "std")))]
mod tests {
    #[test]
    fn the_wide_version_needs_all_its_features() {
        let all = cfg!(target_feature = "avx2")
            && cfg!(target_feature = "bmi1")
            && cfg!(target_feature = "bmi2")
            && cfg!(target_feature = "lzcnt")
            && cfg!(target_feature = "popcnt");
        assert_eq!(super::wide(), all);
    }
}
