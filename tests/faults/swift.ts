import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createS3Sender, usualLimits } from '../../src/store/blobs/s3-request.ts';

/**
 * Runs the tests of blobs and files, or another command, on OpenStack Swift with its S3 API: `npm run test:swift [-- COMMAND…]`.
 * It needs root and the Debian packages swift-proxy, swift-account, swift-container and swift-object, and starts one
 * server of each on this machine, with its data in a temporary folder that can store extended attributes.
 */
const folder = mkdtempSync(join(tmpdir(), 'backoffice-swift-'));
const servers: ChildProcess[] = [];
// One after the other, because they share the folder for files on their way in, and look what is left there.
const tests =
  'npx vitest run --no-file-parallelism tests/store/blobs/blobs.test.ts tests/api/attachments';
let code = 1;
try {
  code = await run();
} finally {
  for (const server of servers) server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

async function run(): Promise<number> {
  const [proxy = 0, account = 0, container = 0, object = 0] = await findPorts(4);
  const storage = { account, container, object };
  for (const [kind, port] of Object.entries(storage)) {
    makeRing(kind, port);
    start(kind, storageConf(kind, port));
  }
  start('proxy', proxyConf(proxy));
  const target = {
    endpoint: `http://127.0.0.1:${proxy}`,
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    credentials: { key: 'test:tester', secret: 'testing' },
  };
  const { send } = createS3Sender(target, usualLimits);
  for (let attempts = 100; ; attempts -= 1) {
    const status = await send({ method: 'PUT' }).then(
      ({ statusCode }) => statusCode,
      (error: Error) => error.message,
    );
    if (status === 200) break;
    if (attempts === 0) throw new Error(`Swift does not make a bucket: ${status}`);
    await wait(200);
  }
  const [command = '', ...args] =
    process.argv.length > 2 ? process.argv.slice(2) : tests.split(' ');
  const url = `s3://test%3Atester:testing@127.0.0.1:${proxy}/files?tls=false`;
  const env = { ...process.env, TEST_S3_URL: url };
  return spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
}

function makeRing(kind: string, port: number): void {
  const builder = join(folder, `${kind}.builder`);
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
  for (const args of [
    ['create', '4', '1', '0'],
    ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
    ['rebalance'],
  ]) {
    const { status, stdout } = spawnSync('swift-ring-builder', [builder, ...args]);
    if (status !== 0) throw new Error(`swift-ring-builder ${args.join(' ')}: ${String(stdout)}`);
  }
}

function start(kind: string, conf: string): void {
  const path = join(folder, `${kind}-server.conf`);
  writeFileSync(path, conf);
  const server = spawn(`swift-${kind}-server`, [path], { stdio: ['ignore', 'ignore', 'inherit'] });
  servers.push(server);
}

function storageConf(kind: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
workers = 1
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

function proxyConf(port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
workers = 2
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
`;
}

async function findPorts(count: number): Promise<number[]> {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(listeners.map((each) => once(each, 'listening')));
  const ports = listeners.map((each) => (each.address() as AddressInfo).port);
  await Promise.all(listeners.map((each) => once(each.close(), 'close')));
  return ports;
}
