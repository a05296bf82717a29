import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
