import { expect, test } from 'vitest';
import { associationProblems as problemsOf } from '../support/association.ts';

type Resources = Record<string, any>;

const label = { en: 'X', de: 'X' };

const copied = (path: string, type: string, more = {}) => ({
  type,
  label,
  required: true,
  ...more,
  default: { $field: path },
});

const form = 'signups.public.create';

test.each<[string, (resources: Resources) => void, string]>([
  [
    'an unknown field',
    ({ signups }) => signups.public.create.fields.push('nmae'),
    `D011 ${form}.fields.5 (did you mean name?)`,
  ],
  [
    'a field twice',
    ({ signups }) => signups.public.create.fields.push('name'),
    `D012 ${form}.fields.5`,
  ],
  ['no field', ({ signups }) => (signups.public.create.fields = []), `D004 ${form}.fields`],
  [
    'an unknown setting',
    ({ signups }) => (signups.public.create.wehn = 'eats'),
    `D003 ${form}.wehn (did you mean when?)`,
  ],
  [
    'a rate without a period',
    ({ signups }) => (signups.public.create.rate = '10'),
    `D004 ${form}.rate`,
  ],
  ['a rate of zero', ({ signups }) => (signups.public.create.rate = '0/h'), `D004 ${form}.rate`],
  [
    'a condition on an unknown field',
    ({ signups }) => (signups.public.create.when = 'evnt.open'),
    `D029 ${form}.when`,
  ],
  [
    'a condition on a field of others that is not public',
    ({ signups }) => (signups.public.create.when = 'event.budget > 0'),
    `D047 ${form}.when`,
  ],
  [
    'a condition that counts what does not refer to it',
    ({ signups }) => (signups.public.create.when = 'count(signups.event.open) > 0'),
    'D043 signups.public.create.when',
  ],
  [
    'a computed field',
    ({ signups }) => {
      signups.fields.twice = { type: 'text', label: { en: 'T', de: 'T' }, computed: 'name' };
      signups.public.create.fields.push('twice');
    },
    `D103 ${form}.fields.5`,
  ],
  [
    'a field for some roles',
    ({ signups }) => {
      signups.fields.note.write = ['staff'];
      signups.public.create.fields.push('note');
    },
    `D103 ${form}.fields.5`,
  ],
  [
    'a unique field',
    ({ signups }) => (signups.fields.email.unique = true),
    `D114 ${form}.fields.2`,
  ],
  [
    'a field of a unique list',
    ({ signups }) => (signups.unique = [['event', 'email']]),
    `D114 ${form}.fields.0`,
  ],
  [
    'a reference to what is not public',
    ({ events }) => delete events.public,
    `D103 ${form}.fields.0`,
  ],
  [
    'a reference to its own collection',
    ({ signups }) => {
      signups.fields.with = { type: 'reference', to: 'signups', label: { en: 'W', de: 'M' } };
      signups.public.fields = ['name'];
      signups.public.create.fields.push('with');
    },
    `D103 ${form}.fields.5`,
  ],
  [
    'a reference filtered by what is not public',
    ({ signups }) => (signups.fields.event.filter = 'budget > 0'),
    `D047 ${form}.fields.0`,
  ],
  [
    'a reference filtered by what is not public behind another',
    ({ events, signups }) => {
      events.public.fields.push('budget');
      delete events.fields.budget.read;
      events.fields.limit = { type: 'number', label: { en: 'L', de: 'G' } };
      signups.fields.second = {
        type: 'reference',
        to: 'events',
        label: { en: 'S', de: 'Z' },
        filter: 'budget < $event.limit',
      };
      signups.public.create.fields.push('second');
    },
    `D047 ${form}.fields.5`,
  ],
  [
    'a field whose condition uses what is not public',
    ({ signups }) => (signups.fields.diet.when = { shown: 'event.budget > 0' }),
    `D047 ${form}.fields.4`,
  ],
  [
    'a field whose calculated condition uses what is not public',
    ({ signups }) => (signups.fields.diet.when = { required: 'event.budget * 2 > 1' }),
    `D047 ${form}.fields.4`,
  ],
  [
    'a required field that nothing fills',
    ({ signups }) => delete signups.fields.status.default,
    `D104 ${form}.fields`,
  ],
  [
    'a required field that is copied from what is not public',
    ({ signups }) => (signups.fields.note = copied('event.budget', 'number')),
    `D104 ${form}.fields`,
  ],
  [
    'a required field that is copied through a field outside the form',
    ({ signups }) => {
      signups.fields.second = { type: 'reference', to: 'events', label };
      signups.fields.note = copied('second.places', 'number', { integer: true });
    },
    `D104 ${form}.fields`,
  ],
  [
    'accounts',
    ({ users }) => (users.public = { create: { fields: ['name'] } }),
    'D007 users.public.create',
  ],
  ['nothing', ({ signups }) => (signups.public = {}), 'D005 signups.public.fields'],
  [
    'records without a field',
    ({ signups }) => (signups.public.where = "status = 'new'"),
    'D007 signups.public.where',
  ],
])('refuses a public form with %s', (_, change, expected) => {
  expect(problemsOf(change).join(' | ')).toContain(expected);
});

test.each<[string, (resources: Resources) => void, string]>([
  [
    'a count among the fields',
    ({ events }) => events.public.fields.push('free'),
    'D047 events.public.fields.4',
  ],
  [
    'a field that counts nothing',
    ({ events }) => events.public.counts.push('budget'),
    'D007 events.public.counts.1',
  ],
  [
    'a sum',
    ({ events, signups }) => {
      signups.fields.paid = { type: 'number', label: { en: 'P', de: 'B' } };
      events.fields.free.computed = 'sum(paid of signups.event)';
    },
    'D047 events.public.counts.0',
  ],
  [
    'a list',
    ({ events }) => {
      events.fields.free.computed = 'length(list(name of signups.event))';
    },
    'D047 events.public.counts.0',
  ],
  [
    'a count beside a hidden field',
    ({ events }) => (events.fields.free.computed = 'count(signups.event) + budget'),
    'D047 events.public.counts.0',
  ],
  [
    'a hidden field behind another count',
    ({ events }) => {
      events.fields.left = {
        type: 'number',
        label: { en: 'L', de: 'R' },
        computed: 'count(signups.event) + budget',
      };
      events.fields.free.computed = 'places - left';
    },
    'D047 events.public.counts.0',
  ],
  [
    'a count of records of which some are public',
    ({ signups }) => {
      signups.public.fields = ['status'];
      signups.public.where = "status = 'new'";
    },
    'D007 events.public.counts.0',
  ],
  [
    'a count that some roles may not read',
    ({ events }) => (events.fields.free.read = ['staff']),
    'D021 events.public.counts.0',
  ],
])('refuses as a public count %s', (_, change, expected) => {
  expect(problemsOf(change).join(' | ')).toContain(expected);
});

test.each<[string, (resources: Resources) => void]>([
  ['as it is', () => {}],
  [
    'a count through another',
    ({ events }) => {
      events.fields.taken = {
        type: 'number',
        label: { en: 'T', de: 'B' },
        computed: 'count(signups.event)',
      };
      events.fields.free.computed = 'places - taken';
    },
  ],
  [
    'a required field that is copied from what is public',
    ({ signups }) => (signups.fields.note = copied('event.places', 'number', { integer: true })),
  ],
  ['a field that only some roles read', ({ signups }) => (signups.fields.email.read = ['staff'])],
  ['a rate per minute and day', ({ signups }) => (signups.public.create.rate = '300/d')],
  [
    'a condition on what is entered',
    ({ signups }) => (signups.public.create.when = 'not eats or event.day > $today'),
  ],
])('accepts a public form: %s', (_, change) => {
  expect(problemsOf(change)).toEqual([]);
});
