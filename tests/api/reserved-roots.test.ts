import { expect, test } from 'vitest';
import { listRoutes } from '../../src/api/routes.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const own = toDescriptor({ resources: {} });
const roots = listRoutes(own)
  .map(({ path }) => /^\/api\/([^/:.]+)/.exec(path)?.[1])
  // Whoever signs in is a resource that every descriptor declares.
  .filter((root) => root !== undefined && root !== 'users');

test.each([...new Set(roots)])('/api/%s is the root of no resource', (root) => {
  const parsed = parseDescriptor(
    JSON.stringify({ resources: { things: { root: `/api/${root}`, fields: {} } } }),
  );

  const problems = 'problems' in parsed ? parsed.problems : [];
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toContain(
    'D009 resources.things.root',
  );
});
