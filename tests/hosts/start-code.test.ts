import { expect, test } from 'vitest';
import { readSourceFiles, type Import } from '../support/source-files.ts';

const files = new Map(readSourceFiles('src').map((file) => [file.path, file]));

/** The files and packages that a file loads by the imports it follows. */
function reach(path: string, follows: (imported: Import) => boolean): Set<string> {
  const seen = new Set<string>();
  const go = (target: string): void => {
    if (seen.has(target)) return;
    seen.add(target);
    for (const one of files.get(target)?.imports ?? [])
      if (!one.typeOnly && follows(one)) go(one.target);
  };
  go(path);
  return seen;
}

const atOnce = ({ isLazy }: Import): boolean => !isLazy;

test('PostgreSQL is launched before the code of the server is loaded', () => {
  const code = reach('src/hosts/start.ts', atOnce);

  expect([...code]).toContain('src/store/embedded/postmaster.ts');
  expect([...code]).not.toContain('src/hosts/server.ts');
  expect(
    [...code].filter((name) => /^(zod|hono|jsonc-parser|jose|prom-client)$/.test(name)),
  ).toEqual([]);
});

test('a server loads the list of common passwords only when somebody chooses a password', () => {
  const code = reach('src/hosts/server.ts', atOnce);

  expect([...code]).toContain('src/api/create-api.ts');
  expect([...code]).not.toContain('src/fields/text/password.ts');
  expect([...code]).not.toContain('@zxcvbn-ts/language-common');
});

test('a server loads what few requests need when the first of them comes', () => {
  const code = reach('src/hosts/server.ts', atOnce);

  const rare = [
    /^(@fastify\/busboy|csv-parse|fflate|hucre.*|yauzl|yazl)$/, // files
    /^(@node-rs\/argon2|otpauth)$/, // signing in
    /^(aws4|@opentelemetry\/.*)$/, // S3 and traces
    /^src\/api\/(openapi|meta\/gauges)/, // the document and the metrics
    /^src\/store\/schema\/plan\/(steps|make-plan)/, // other tables
  ];
  expect([...code].filter((name) => rare.some((each) => each.test(name)))).toEqual([]);
});

test('a server loads no reader of pictures or documents, because its child processes do', () => {
  const code = reach('src/files/media/open-media.ts', atOnce);

  const readers = /^(file-type|htmlparser2|pdfjs-dist|sharp|yauzl)$/;
  expect([...code]).toContain('src/files/media/media-process.ts');
  expect([...code].filter((name) => readers.test(name))).toEqual([]);
});
