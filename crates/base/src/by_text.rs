//! Types that files and documents contain as text.
//!
//! ```
//! #[derive(Debug, PartialEq)]
//! struct Side(u32);
//!
//! impl std::fmt::Display for Side {
//!     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
//!         write!(f, "side {}", self.0)
//!     }
//! }
//!
//! impl std::str::FromStr for Side {
//!     type Err = std::num::ParseIntError;
//!
//!     fn from_str(text: &str) -> Result<Side, Self::Err> {
//!         text.trim_start_matches("side ").parse().map(Side)
//!     }
//! }
//!
//! knightsat_base::by_text!(Side);
//! assert_eq!(serde_json::to_string(&Side(3))?, "\"side 3\"");
//! assert_eq!(serde_json::from_str::<Side>("\"side 3\"")?, Side(3));
//! # Ok::<(), serde_json::Error>(())
//! ```

#[doc(hidden)]
pub use serde;

/// Implements `Serialize` by `Display`, and `Deserialize` by `FromStr`, for each of these types.
#[macro_export]
macro_rules! by_text {
    ($($type:ty),*) => {$(
        impl $crate::by_text::serde::Serialize for $type {
            fn serialize<S: $crate::by_text::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::by_text::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::by_text::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <String as $crate::by_text::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::by_text::serde::de::Error::custom)
            }
        }
    )*};
}
