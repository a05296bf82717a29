import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { problemStatus } from '../../src/api/http/answer/problem-response.ts';
import { allProblemTexts } from '../../src/fields/problems/all-problem-codes.ts';
import type { ProblemCode } from '../../src/fields/problems/problem-codes.ts';

/** The rows of the tables: code and status. The descriptor's problems have a place instead. */
const rows = [
  ...readFileSync('docs/problems.md', 'utf8').matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm),
].map(([, code = '', status = '']) => ({ code, status }));

/** A warning is never the reason of a refusal. */
const warnings = rows.filter(({ status }) => status.startsWith('none')).map(({ code }) => code);

const answered = Object.keys(allProblemTexts).filter(
  (code) => !code.startsWith('D') && !warnings.includes(code),
);

describe('docs/problems.md', () => {
  test.each(answered)('says with which status %s is answered', (code) => {
    const row = rows.find((each) => each.code === code);

    expect(row?.status.split(', ')).toContain(String(problemStatus(code as ProblemCode)));
  });
});
