//! The arguments of `demo`, and their help.

use clap::Args;

#[derive(Args)]
pub struct Demo {
    /// The port to listen on; 0 takes any free port
    #[arg(long, value_name = "PORT", default_value_t = 8437)]
    pub port: u16,
    /// Also open the page in the browser
    #[arg(long)]
    pub open: bool,
}

pub const DEMO_HELP: &str = "\
Examples:
  clearance demo                prints the address; open it in a browser
  clearance demo --open         opens it
  clearance demo --port 0       takes a free port, where 8437 is in use

Exit status: 2 the port could not be had, or this command was built without the page.";
