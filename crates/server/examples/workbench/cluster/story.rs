//! The sequence of failures in the cluster.

use std::collections::VecDeque;
use std::thread::{Scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use super::links::Links;
use super::nodes::{Nodes, pause};
use super::proxies::{Bouncer, HaProxy};
use super::servers::{REPLICA_LAG, Release, Servers};
use super::world::World;
use super::{CHARGES, CHATTERS, EventPrinter, PASSWORD, PAYERS, wait_until, work};

const IMPORTED_LINES: i64 = 2_000;
/// Number of rows in a file that staff upload while the servers are replaced. The files are small, so that often
/// one server checks a file and another server stores it.
const SMALL_FILE_LINES: i64 = 300;
/// Maximum time until writes work again after a failure.
const MAX_WRITE_OUTAGE: Duration = Duration::from_secs(10);
/// Maximum time until a server ends after SIGTERM.
const MAX_STOP: Duration = Duration::from_secs(25);
/// Maximum time of the whole run, on a busy machine.
const MAX_RUN: Duration = Duration::from_secs(540);
/// Delay of each message on a slow link, as on a connection across the Atlantic.
const SLOW_LINK_DELAY: Duration = Duration::from_millis(40);
/// Indexes of the nodes that start as standbys. Node 0 is the first primary.
const STANDBYS: [usize; 2] = [1, 2];

/// All processes and actors of the run.
pub struct Stage<'a> {
    pub world: &'a World,
    pub nodes: &'a Nodes,
    pub servers: &'a Servers,
    pub proxy: &'a HaProxy,
    pub bouncer: &'a Bouncer,
    pub links: &'a Links,
    pub release: &'a Release,
    pub staff: &'a str,
    pub printer: &'a EventPrinter,
}

impl<'a> Stage<'a> {
    /// Starts the drivers who pay and chat.
    pub fn start_drivers<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> anyhow::Result<()>
    where
        'a: 'scope,
    {
        let world = self.world;
        for number in 0..PAYERS + CHATTERS {
            let token = world.log_in(&format!("driver{number}@example.test"), PASSWORD)?;
            if number >= PAYERS {
                scope.spawn(move || work::record_error(world, "a chat", work::chat(world, &token)));
                continue;
            }
            let own = format!(
                "SELECT string_agg(t.id::text, ' ') FROM tickets t JOIN users u ON u.id = t.user_id WHERE u.email = 'driver{number}@example.test'"
            );
            let tickets = self.nodes.value(0, "lanewise", &own)?;
            let tickets: Vec<i64> = tickets.split(' ').map(str::parse).collect::<Result<_, _>>()?;
            scope.spawn(move || work::record_error(world, "a payer", work::pay(world, &token, &tickets)));
        }
        Ok(())
    }

    /// Starts a thread in which staff upload and import a large file. `name` becomes the violation and the file's name.
    fn start_import<'scope>(&self, scope: &'scope Scope<'scope, '_>, name: &'static str)
    where
        'a: 'scope,
    {
        let (world, staff) = (self.world, self.staff);
        scope.spawn(move || {
            work::record_error(world, "an import", work::import(world, staff, name, IMPORTED_LINES))
        });
    }

    /// Runs the sequence of failures. If `is_upgrade` is true, first replaces the last release's servers with
    /// new ones. Returns the index of the final primary.
    pub fn run_failures<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        is_upgrade: bool,
    ) -> anyhow::Result<usize>
    where
        'a: 'scope,
    {
        pause(8);
        self.printer.print("drivers pay and chat");
        self.print_longest_wait();
        if is_upgrade {
            self.replace_the_servers(scope, "Signals", true)?;
        } else {
            self.confirm_emails()?;
        }
        self.lose_a_server(scope)?;
        self.lose_a_standby()?;
        self.pause_replica()?;
        self.pause_pooler()?;
        self.slow_links()?;
        self.cut_links()?;
        self.slow_standbys()?;
        self.cut_standbys()?;
        let primary = self.lose_the_primary(scope)?;
        self.replace_the_servers(scope, "Lanes", false)?;
        while self.world.counted("cards charged") < CHARGES
            || self.world.counted("imports") < self.world.counted("imports begun")
        {
            ensure!(self.printer.0.elapsed() < MAX_RUN, "clients are too slow");
            let problems = self.world.notes().problems.clone();
            ensure!(problems.is_empty(), "{problems:?}");
            pause(1);
        }
        Ok(primary)
    }

    /// Marks the drivers' email addresses as confirmed, because import files identify drivers by confirmed
    /// addresses. The database of the last release doesn't have this column before the migrations.
    fn confirm_emails(&self) -> anyhow::Result<()> {
        let verified = "UPDATE users SET email_verified_at = now()";
        self.nodes.execute(0, "lanewise", "SET synchronous_commit = on", verified)
    }

    /// Prints the longest time that a client has waited for a response since this function was last called.
    fn print_longest_wait(&self) {
        self.printer.print(&format!(
            "  no client waited longer than {:.1} s",
            self.world.take_longest_wait().as_secs_f64()
        ));
    }

    /// Kills a server during an import, and starts it again.
    fn lose_a_server<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> anyhow::Result<()>
    where
        'a: 'scope,
    {
        self.start_import(scope, "Parking");
        pause(1);
        self.servers.kill(1)?;
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE)?;
        self.printer
            .print(&format!("a server was killed; the next write came {} ms later", took.as_millis()));
        self.proxy.wait_for(2)?;
        pause(3);
        self.print_longest_wait();
        self.servers.start(self.release, 1)?;
        self.proxy.wait_for(3)
    }

    /// Stops a standby, and starts it again.
    fn lose_a_standby(&self) -> anyhow::Result<()> {
        self.nodes.stop(2)?;
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE)?;
        self.printer
            .print(&format!("a standby was stopped; the next write came {} ms later", took.as_millis()));
        pause(5);
        self.print_longest_wait();
        self.nodes.start(2)?;
        self.nodes.wait_for_standbys(0, 2)
    }

    /// Lets staff read lists from a standby, then pauses replay there, so that the servers must read from the
    /// primary. The lists must never be older than [`REPLICA_LAG`].
    fn pause_replica(&self) -> anyhow::Result<()> {
        const PAID: &str = "SELECT count(*) FROM payment_transactions";
        const READ: &str = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'lanewise' AND query LIKE '%FROM list_tallies%'";
        let replica = 1;
        wait_until("a list was read from the standby", MAX_WRITE_OUTAGE, || {
            self.count_payments_in_list()?;
            Ok(self.nodes.value(replica, "lanewise", READ)? != "0")
        })?;
        self.nodes.execute(
            replica,
            "lanewise",
            "SET statement_timeout = '10s'",
            "SELECT pg_wal_replay_pause()",
        )?;
        let mut oldest = Duration::ZERO;
        let mut paid = VecDeque::new();
        for _look in 0..60 {
            paid.push_back((Instant::now(), self.nodes.value(0, "lanewise", PAID)?.parse::<i64>()?));
            let asked_at = Instant::now();
            let rows_before = self.count_payments_in_list()?;
            // Remove the counts of payments that the list already shows. The first remaining count shows the age of
            // the list.
            while paid.front().is_some_and(|(_, count)| *count <= rows_before) {
                paid.pop_front();
            }
            oldest = oldest.max(paid.front().map_or(Duration::ZERO, |(at, _)| asked_at - *at));
            sleep(Duration::from_millis(100));
        }
        self.nodes.execute(
            replica,
            "lanewise",
            "SET statement_timeout = '10s'",
            "SELECT pg_wal_replay_resume()",
        )?;
        self.printer.print(&format!(
            "a standby was paused; staff saw payments at most {:.1} s late",
            oldest.as_secs_f64()
        ));
        ensure!(oldest <= Duration::from_secs(REPLICA_LAG), "staff saw data older than the limit");
        Ok(())
    }

    /// Returns the number of payments that the list for staff shows.
    fn count_payments_in_list(&self) -> anyhow::Result<i64> {
        let list = self.world.get(self.staff, "/api/admin/payment-transactions/summary")?;
        list.get("count").and_then(Value::as_i64).context("the response has no count")
    }

    /// Pauses the pooler of one server. The other servers keep serving, and requests that wait at
    /// this server continue afterwards.
    fn pause_pooler(&self) -> anyhow::Result<()> {
        self.bouncer.set_paused(true)?;
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE);
        pause(4);
        self.bouncer.set_paused(false)?;
        self.printer
            .print(&format!("a pooler was paused; the next write came {} ms later", took?.as_millis()));
        self.proxy.wait_for(3)?;
        self.print_longest_wait();
        Ok(())
    }

    /// Delays messages between a server and the databases. The server's responses take longer, but no request fails.
    fn slow_links(&self) -> anyhow::Result<()> {
        self.links.delay(SLOW_LINK_DELAY);
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE)?;
        pause(5);
        self.links.delay(Duration::ZERO);
        self.printer.print(&format!(
            "a server's links were {} ms slow each way; the next write came {} ms later",
            SLOW_LINK_DELAY.as_millis(),
            took.as_millis()
        ));
        self.print_longest_wait();
        Ok(())
    }

    /// Cuts a server off from all databases. HAProxy sends requests to the other servers, and the
    /// server recovers without help.
    fn cut_links(&self) -> anyhow::Result<()> {
        self.links.set_cut(true);
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE)?;
        self.proxy.wait_for(2)?;
        pause(3);
        self.links.set_cut(false);
        let mended = Instant::now();
        self.proxy.wait_for(3)?;
        self.printer.print(&format!(
            "a server's links were cut; the next write came {} ms later, and it was back {:.1} s after they were restored",
            took.as_millis(),
            mended.elapsed().as_secs_f64()
        ));
        self.print_longest_wait();
        Ok(())
    }

    /// Delays messages between the primary and its standbys. Writes take a round trip longer, but no write fails.
    fn slow_standbys(&self) -> anyhow::Result<()> {
        let quick = self.write()?;
        self.delay_standbys(SLOW_LINK_DELAY)?;
        let slow = self.write()?;
        pause(5);
        self.delay_standbys(Duration::ZERO)?;
        self.printer.print(&format!(
            "the standbys' links were {} ms slow each way; a write took {} ms instead of {}",
            SLOW_LINK_DELAY.as_millis(),
            slow.as_millis(),
            quick.as_millis()
        ));
        self.print_longest_wait();
        ensure!(slow >= 2 * SLOW_LINK_DELAY, "a write was confirmed before a standby can have received it");
        Ok(())
    }

    /// Delays each message between the primary and its standbys by this time.
    fn delay_standbys(&self, duration: Duration) -> anyhow::Result<()> {
        for standby in STANDBYS {
            self.nodes.links(standby)?.delay(duration);
        }
        Ok(())
    }

    /// Writes directly to the primary. Returns how long the write took.
    fn write(&self) -> anyhow::Result<Duration> {
        let started_at = Instant::now();
        let write = "SELECT pg_logical_emit_message(true, 'cluster', 'a write')";
        self.nodes.execute(0, "lanewise", "SET synchronous_commit = on", write)?;
        Ok(started_at.elapsed())
    }

    /// Cuts off one standby, which affects no user. Then cuts off both standbys: until they are back,
    /// no write is confirmed.
    fn cut_standbys(&self) -> anyhow::Result<()> {
        let [first, second] = STANDBYS;
        self.nodes.links(second)?.set_cut(true);
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE)?;
        pause(3);
        self.printer
            .print(&format!("a standby's links were cut; the next write came {} ms later", took.as_millis()));
        self.print_longest_wait();
        self.nodes.links(first)?.set_cut(true);
        // Wait for responses to writes that were confirmed before the cut.
        pause(1);
        let before = self.world.counted("messages");
        pause(4);
        let messages = self.world.counted("messages") - before;
        for standby in STANDBYS {
            self.nodes.links(standby)?.set_cut(false);
        }
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE).context("writes don't work again")?;
        self.printer.print(&format!(
            "both standbys' links were cut: {messages} messages were accepted in 4 s; the first write came {:.1} s after they were restored",
            took.as_secs_f64()
        ));
        ensure!(messages == 0, "messages were accepted that no standby had");
        self.nodes.wait_for_standbys(0, 2)?;
        self.proxy.wait_for(3)?;
        pause(3);
        self.print_longest_wait();
        Ok(())
    }

    /// Kills the primary during an import, promotes a standby, and brings the lost node back as a standby.
    /// Returns the index of the new primary.
    fn lose_the_primary<'scope>(&self, scope: &'scope Scope<'scope, '_>) -> anyhow::Result<usize>
    where
        'a: 'scope,
    {
        self.start_import(scope, "Lights");
        pause(1);
        self.nodes.kill(0)?;
        let lost = Instant::now();
        self.printer.print("the primary and all its processes were killed");
        // Simulate the time that a cluster manager takes to decide that the primary is lost.
        pause(3);
        let primary = self.nodes.promote_instead_of(0)?;
        self.bouncer.set_primary(self.nodes.port(primary)?)?;
        let took = self.world.wait_for_write(MAX_WRITE_OUTAGE).context("writes don't work again")?;
        self.printer.print(&format!(
            "a standby was promoted; the first write came {:.1} s later, {:.1} s after the loss",
            took.as_secs_f64(),
            lost.elapsed().as_secs_f64()
        ));
        ensure!(took <= MAX_WRITE_OUTAGE, "writes worked again too late");
        self.proxy.wait_for(3)?;
        self.printer.print("all servers are ready again");
        pause(5);
        self.print_longest_wait();
        self.nodes.copy(primary, 0)?;
        self.nodes.wait_for_standbys(primary, 2)?;
        self.printer.print("the lost node is back as a standby");
        Ok(primary)
    }

    /// Updates the servers as docs/DEPLOY.md describes: first the migrations, if any, then the
    /// servers one by one. In the meantime, staff upload files whose names start with `files`. Only
    /// an upgrade has migrations.
    fn replace_the_servers<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        files: &'static str,
        is_upgrade: bool,
    ) -> anyhow::Result<()>
    where
        'a: 'scope,
    {
        let (world, staff, before) = (self.world, self.staff, self.world.counted("imports"));
        world.set_strict(true);
        let importing = scope.spawn(move || {
            work::record_error(
                world,
                "an import",
                work::import_while_strict(world, staff, files, SMALL_FILE_LINES),
            );
        });
        if is_upgrade {
            let migrated = self.servers.command(self.release, 0)?.arg("migrate").status()?;
            ensure!(migrated.success(), "the migrations failed: {migrated}");
            self.printer.print("migrated while the last release served");
            self.confirm_emails()?;
        }
        for place in 0..self.servers.ports.len() {
            // The last release doesn't report "not ready" before it stops, so the proxy drains it first.
            if is_upgrade {
                self.proxy.set_draining(place, true)?;
                pause(2);
            }
            let took = self.servers.stop(place)?;
            self.printer
                .print(&format!("a server was stopped and had exited {:.1} s later", took.as_secs_f64()));
            ensure!(took <= MAX_STOP, "stopping the server took too long");
            self.servers.start(self.release, place)?;
            if is_upgrade {
                self.proxy.set_draining(place, false)?;
            }
            self.proxy.wait_for(3)?;
        }
        pause(3);
        self.print_longest_wait();
        world.set_strict(false);
        let (requests, failed) = self.world.take_strict_requests();
        let _ended = importing.join();
        self.printer.print(&format!(
            "the servers were replaced: {} of {requests} requests failed; {} files were imported in the meantime",
            failed.len(),
            world.counted("imports") - before
        ));
        for why in failed.iter().take(10) {
            println!("  {why}");
        }
        ensure!(failed.is_empty(), "requests failed while the servers were replaced");
        Ok(())
    }
}
