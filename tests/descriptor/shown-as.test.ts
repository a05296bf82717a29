import { expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { parseShownAs } from '../../src/descriptor/shown-as.ts';
import { right } from './broken-descriptors.ts';

test.each([
  ['board:state', []],
  ['calendar:updatedAt', []],
  ['list:state', ['D004']],
  ['board:sate', ['D011']],
  ['board:author', ['D052']],
  ['calendar:state', ['D052']],
  ['tree:state', ['D052']],
  ['tree:author', ['D052']],
  ['board:shelf.room', ['D004']],
  ['calendar:createdAt..updatedAt', []],
  ['calendar:createdAt..updatedA', ['D011']],
  ['calendar:createdAt..state', ['D052']],
  ['calendar:createdAt..createdAt', ['D052']],
  ['board:state..state', ['D004']],
  ['calendar:createdAt..updatedAt by author', []],
  ['calendar:createdAt by state', []],
  ['calendar:createdAt by sate', ['D011']],
  ['calendar:createdAt by updatedAt', ['D052']],
  ['board:state by author', ['D004']],
])('a view shown as %s has the problems %j, at its place', (shownAs, codes) => {
  const views = `"views": [{ "name": "a", "shownAs": "${shownAs}" }], "public": {`;
  const read = parseDescriptor(right.replace('"public": {', views));

  const found = 'problems' in read ? read.problems : [];
  expect(found.map(({ code, line, path }) => [code, line, path])).toEqual(
    codes.map((code) => [code, 28, 'resources.books.views.0.shownAs']),
  );
});

test('the display of a view has two parts', () => {
  expect(parseShownAs('calendar:dueOn')).toEqual({ kind: 'calendar', field: 'dueOn' });
  expect(parseShownAs('calendar:lentOn..dueOn')).toEqual({
    kind: 'calendar',
    field: 'lentOn',
    end: 'dueOn',
  });
  expect(parseShownAs('calendar:lentOn..dueOn by room')).toEqual({
    kind: 'calendar',
    field: 'lentOn',
    end: 'dueOn',
    rows: 'room',
  });
  expect(parseShownAs('tree:parent')).toEqual({ kind: 'tree', field: 'parent' });
  expect(['table', 'board:', 'board', ':dueOn'].map(parseShownAs)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});
