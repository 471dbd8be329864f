//! The network: `commute/rt/Network` is the only one that there is, and sockets and channels are classes of ours over it.

use super::{Intrinsic::*, Row, row};
use crate::classfile::Member;

/// What is fixed of the network, for the report.
pub const FIXED: &str = "the network is this host alone, localhost with the address 127.0.0.1; ports that nobody chooses are the first \
                         free ones from 49152 on; and what an operation of the network sees orders it after what it has seen";

/// Whether a method is an operation of the network.
pub fn uses(member: &Member) -> bool {
    member.class == "commute/rt/Network"
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("java/nio/channels/Selector", "open", "", Ours("commute/rt/ReadySelector.make", "()Ljava/nio/channels/Selector;")),
    row("java/nio/channels/ServerSocketChannel", "open", "()Ljava/nio/channels/ServerSocketChannel;", Ours(
        "commute/rt/ListenChannel.make", "()Ljava/nio/channels/ServerSocketChannel;")),
    row("java/nio/channels/SocketChannel", "open", "()Ljava/nio/channels/SocketChannel;", Ours(
        "commute/rt/StreamChannel.make", "()Ljava/nio/channels/SocketChannel;")),
    row("java/nio/channels/SocketChannel", "open", "(Ljava/net/SocketAddress;)Ljava/nio/channels/SocketChannel;", Ours(
        "commute/rt/StreamChannel.make", "(Ljava/net/SocketAddress;)Ljava/nio/channels/SocketChannel;")),
    row("java/nio/channels/ServerSocketChannel java/nio/channels/SocketChannel", "open", "", Refused),
];
