//! Where classes come from: directories, jars, the image of a JDK, and a few of our own.

mod class_path;
mod jdk;
mod jimage;

pub use class_path::{ClassPath, Found, Origin};
pub use jdk::{find_jdk, jdk_version};
pub use jimage::Image;
