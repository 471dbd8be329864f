//! A system in Java.

use super::{Act, Lines, MODULUS, NOTHING, System, VARIABLES};

/// The port of datagrams, and that of connections.
const PORTS: [u32; 2] = [5000, 4000];

/// The classes of a system, whose names begin with this: one for each process.
pub fn java(system: &System, name: &str) -> String {
    let mut out = Lines::default();
    for (process, threads) in system.processes.iter().enumerate() {
        out.block(format!("class {name}p{process}"), |out| {
            declarations(system, process, out);
            for (n, acts) in threads.iter().enumerate().skip(1) {
                out.block(format!("static final class T{n} extends Thread"), |out| {
                    out.block("public void run()", |out| {
                        out.line("try {");
                        out.depth += 1;
                        acts.iter().for_each(|act| statement(act, out));
                        out.depth -= 1;
                        out.line(
                            "} catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }",
                        );
                    });
                });
            }
            out.block("public static void main(String[] args) throws Exception", |out| {
                main(system, process, out)
            });
        });
    }
    out.text
}

fn declarations(system: &System, process: usize, out: &mut Lines) {
    (0..VARIABLES).for_each(|n| out.line(format!("static int x{n};")));
    out.line("static final Object lock = new Object();");
    out.line("static java.net.DatagramSocket socket;");
    if system.connects() {
        if process == 0 {
            out.line("static java.net.ServerSocket door;");
        }
        out.line("static volatile java.net.Socket connection;");
    }
    out.block("static void send(int value) throws java.io.IOException", |out| {
        let to = format!("java.net.InetAddress.getLoopbackAddress(), {}", PORTS[0]);
        out.line(format!("socket.send(new java.net.DatagramPacket(new byte[] {{(byte) value}}, 1, {to}));"));
    });
    out.block("static int receive() throws java.io.IOException", |out| {
        out.line("java.net.DatagramPacket packet = new java.net.DatagramPacket(new byte[1], 1);");
        out.line(format!(
            "try {{ socket.receive(packet); }} catch (java.net.SocketTimeoutException e) {{ return {NOTHING}; }}"
        ));
        out.line("return packet.getData()[0];");
    });
    if system.connects() {
        out.block("static int read() throws java.io.IOException", |out| {
            out.line("int read = connection.getInputStream().read();");
            out.line(format!("return read < 0 ? {NOTHING} : read;"));
        });
    }
}

fn main(system: &System, process: usize, out: &mut Lines) {
    let port = if process == 0 { PORTS[0].to_string() } else { String::new() };
    // A socket that nobody uses would be some states more.
    if process == 0 && system.receives() || system.holds(&|act| matches!(act, Act::Send(_))) {
        out.line(format!("socket = new java.net.DatagramSocket({port});"));
        if process == 0 && system.impatient {
            out.line("socket.setSoTimeout(10);");
        }
    }
    if process == 0 && system.connects() {
        out.line(format!("door = new java.net.ServerSocket({});", PORTS[1]));
    }
    let threads = &system.processes[process];
    for n in 1..threads.len() {
        out.line(format!("Thread t{n} = new T{n}();"));
        out.line(format!("t{n}.start();"));
    }
    threads[0].iter().for_each(|act| statement(act, out));
    (1..threads.len()).for_each(|n| out.line(format!("t{n}.join();")));
    final_values(process, out);
}

/// One assertion for each combination of final values, which fails if they are there.
fn final_values(process: usize, out: &mut Lines) {
    out.line(format!("int code = x0 + {MODULUS} * x1;"));
    let codes = MODULUS.pow(VARIABLES as u32);
    (0..codes).for_each(|code| out.line(format!("assert code != {code}; // #V{process}.{code}")));
}

fn statement(act: &Act, out: &mut Lines) {
    match act {
        Act::Set(n, e) => out.line(format!("x{n} = {e};")),
        Act::Refuse(n, value) => out.line(format!("assert x{n} != {value}; // #A{n}.{value}")),
        Act::Locked(body) => {
            out.block("synchronized (lock)", |out| body.iter().for_each(|act| statement(act, out)));
        }
        Act::If(n, value, body) => {
            out.block(format!("if (x{n} == {value})"), |out| body.iter().for_each(|act| statement(act, out)));
        }
        Act::Send(e) => out.line(format!("send({e});")),
        Act::Receive(n) => out.line(format!("x{n} = receive();")),
        Act::Connect(n) => {
            let done = format!("connection = new java.net.Socket(\"localhost\", {}); x{n} = 1;", PORTS[1]);
            out.line(format!("try {{ {done} }} catch (java.net.ConnectException e) {{ x{n} = 0; }}"));
        }
        Act::Accept => out.line("connection = door.accept();"),
        Act::Write(e) => {
            out.line(format!("if (connection != null) connection.getOutputStream().write({e});"))
        }
        Act::Read(n) => out.line(format!("if (connection != null) x{n} = read();")),
        Act::Close => out.line("if (connection != null) connection.close();"),
        Act::Exit => out.line("System.exit(0);"),
    }
}
