//! Enums whose values are listed with their names.

/// Makes an enum with a constant of all its values, and with a function that returns their names.
macro_rules! all {
    ($(#[$doc:meta])* $name:ident.$word:ident { $($(#[$of:meta])* $variant:ident $words:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$of])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: [$name; [$($name::$variant,)*].len()] = [$($name::$variant,)*];

            /// Returns its name in a sentence, or in a rule.
            pub fn $word(self) -> &'static str {
                match self { $($name::$variant => $words,)* }
            }
        }
    };
}
