import { expect, test } from 'vitest';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { isOffered } from '../../src/descriptor/permissions/is-offered.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { deskDescriptor, deskSource } from '../support/desk.ts';

const moment = { userId: null, now: new Date(0), timeZone: 'UTC' };
const [close] = deskDescriptor().resources.get('tickets')!.actions;

test.each([
  ['one it is for', { status: 'published' }, true],
  ['another', { status: 'closed' }, false],
  ['one of which a list has not loaded what it asks for', {}, true],
])('an action is offered for a record: %s', (_, record, expected) => {
  expect(isOffered(close!, record, moment as never)).toBe(expected);
});

test('a role learns nothing of a field that it cannot read', () => {
  const source = structuredClone(deskSource) as any;
  source.resources.tickets.fields.status.read = ['admin'];

  const seen = toVisibleSource(toDescriptor(source), 'clerk').resources.tickets;

  expect(seen?.actions?.[0]).toMatchObject({ name: 'close' });
  expect(seen?.actions?.[0]?.when).toBeUndefined();
});

test('a condition of an action is checked like any filter', () => {
  const source = structuredClone(deskSource) as any;
  source.resources.tickets.actions[0].when = { statsu: 'closed' };

  const outcome = parseDescriptor(JSON.stringify(source));

  expect(outcome).toMatchObject({
    problems: [{ path: expect.stringContaining('actions') }],
  });
});
