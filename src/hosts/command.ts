import { runCommand } from './run-command.ts';

// `command.mjs` was killed: who started it sees an end, so nothing may go on.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
