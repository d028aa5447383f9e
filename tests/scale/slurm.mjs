/** Slurm of Debian on one node: munged, slurmctld and slurmd on the loopback address, with own keys, ports and folders. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { daemon, freePort, start, until } from './support.mjs';

/** Processors that the node claims to have, so that as many jobs run at a time. */
const PROCESSORS = 4;

export async function startSlurm() {
  const folder = mkdtempSync(join(os.tmpdir(), 'trip-slurm-'));
  // Munge requires that everyone may reach its socket.
  chmodSync(folder, 0o755);
  for (const name of ['keys', 'socket', 'state', 'spool'])
    mkdirSync(join(folder, name), name === 'socket' ? 0o755 : 0o700);
  writeFileSync(join(folder, 'keys', 'key'), randomBytes(1024), { mode: 0o400 });
  const [controller, node] = [await freePort(), await freePort()];
  const conf = join(folder, 'slurm.conf');
  writeFileSync(conf, configuration(folder, controller, node));
  const options = { cwd: folder, env: { SLURM_CONF: conf } };
  const file = (name) => join(folder, name);
  const munge = daemon(
    'munged',
    [
      '--foreground',
      `--key-file=${file('keys/key')}`,
      `--socket=${file('socket/munge')}`,
      `--pid-file=${file('socket/pid')}`,
      `--log-file=${file('keys/log')}`,
      `--seed-file=${file('keys/seed')}`,
      '--num-threads=10',
    ],
    options,
  );
  const startController = () => daemon('slurmctld', ['-D'], options);
  const slurm = { folder, env: options.env, controller: startController(), node: daemon('slurmd', ['-D'], options) };
  const call = (command, ...args) => start(command, args, options).ended;
  slurm.call = call;
  slurm.isReady = async () => /\bidle|\bmix|\balloc/.test((await call('sinfo', '--noheader', '--format=%t')).stdout);
  slurm.queue = async () => (await call('squeue', '--noheader', '--format=%i %j %t')).stdout.trim();
  slurm.restartController = async () => {
    // Its end saves the state of the jobs, of which a kill would lose the last seconds.
    await slurm.controller.stop();
    slurm.controller = startController();
    await until(slurm.isReady, 'slurmctld answers again');
  };
  slurm.stop = async () => {
    await call('scancel', '--user=root', '--full', '--signal=KILL');
    for (const one of [slurm.node, slurm.controller, munge]) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(slurm.isReady, 'Slurm starts');
  } catch (error) {
    const outputs = [munge, slurm.controller, slurm.node].map((one) => one.child.exitCode);
    await slurm.stop();
    throw new Error(`${error.message}; exit codes ${outputs}`);
  }
  return slurm;
}

const configuration = (folder, controller, node) => `ClusterName=trip
SlurmctldHost=${os.hostname()}(127.0.0.1)
SlurmctldPort=${controller}
SlurmdPort=${node}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/socket/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/controller.pid
SlurmdPidFile=${folder}/node.pid
SlurmctldLogFile=${folder}/controller.log
SlurmdLogFile=${folder}/node.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=5
# Arrays of at most nine jobs.
MaxArraySize=10
NodeName=${os.hostname()} NodeAddr=127.0.0.1 CPUs=${PROCESSORS} RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;
