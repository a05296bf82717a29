import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { addBooks, findBooks } from '../support/books.ts';

const api = await openTestApi();
await addBooks(api);
afterAll(() => api.close());

describe('every operator', () => {
  const all = ['b1', 'b2', 'b3', 'b4'];
  const but = (...ids: string[]): string[] => all.filter((id) => !ids.includes(id));
  const cases: [string, string[]][] = [
    ['title=Alpha', ['b1']],
    ['title=alpha', []],
    ['title=Alpha&title=Gamma%2C ray', ['b1', 'b3']],
    ['title_neq=Alpha', but('b1')],
    ['title_in=Alpha,nothing', ['b1']],
    ['title_in=Gamma%252C%20ray,Alpha', ['b1', 'b3']],
    ['title_in=Gamma, ray&title_in=Alpha', ['b1', 'b3']],
    ['title_nin=Alpha,Beta', but('b1')],
    ['title_contains=AMM', ['b3']],
    ['title_contains=100%25', ['b2']],
    ['title_contains=_', ['b4']],
    ['title_ncontains=a', ['b4']],
    ['title_ncontains=ä', but('b4')],
    ['title_starts=äh', ['b4']],
    ['title_ends=RAY', ['b3']],
    ['title_null=true', []],
    ['blurb_null=true', all],
    ['blurb_nnull=true', []],
    ['pages=200', ['b2']],
    ['pages_neq=200', but('b2')],
    ['pages_lt=200', ['b1']],
    ['pages_lte=200', ['b1', 'b2']],
    ['pages_gt=300', ['b4']],
    ['pages_gte=300', ['b3', 'b4']],
    ['pages_between=200,300', ['b2', 'b3']],
    ['pages_in=100,400', ['b1', 'b4']],
    ['pages_nin=100,400', ['b2', 'b3']],
    ['price=19.99', ['b2']],
    ['price_null=true', ['b3', 'b4']],
    ['price_nnull=true', ['b1', 'b2']],
    ['price_neq=9.5', but('b1')],
    ['inPrint=true', ['b1', 'b4']],
    ['inPrint=false', ['b2']],
    ['inPrint_null=true', ['b3']],
    ['printedOn=2001-05-01', ['b1']],
    ['printedOn_gte=2002-01-01', ['b2']],
    ['printedOn_between=2001-01-01,2001-12-31', ['b1']],
    ['lentAt_lt=2026-01-01T12:00:00%2B02:00', []],
    ['lentAt_lte=2026-01-01T12:00:00%2B02:00', ['b1']],
    ['genre=poetry', ['b2']],
    ['genre_in=novel,science', ['b1', 'b3']],
    ['genre_nin=novel', but('b1')],
    ['moods=dark', ['b1']],
    ['moods_neq=dark', but('b1')],
    ['moods_in=odd,light', ['b1', 'b2']],
    ['moods_nin=odd,light', ['b3', 'b4']],
    ['moods_null=true', ['b3', 'b4']],
    ['tags=x', ['b1', 'b2']],
    ['tags_contains=yell', ['b1']],
    ['tags_ncontains=yell', but('b1')],
    ['tags_nnull=true', ['b1', 'b2']],
    ['author=a1', ['b1', 'b4']],
    ['author_null=true', ['b3']],
    ['editors=a2', ['b1', 'b2']],
    ['editors_in=a1', ['b1']],
    ['editors_nin=a1', but('b1')],
    ['editors_null=true', ['b3', 'b4']],
    ['shelf.room=North', ['b1']],
    ['shelf.room_contains=north', ['b1', 'b4']],
    ['shelf.row_gte=2', ['b2']],
    ['shelf_null=true', ['b3']],
    ['_id_in=b1,b2', ['b1', 'b2']],
    ['_version=1', all],
    ['createdAt_gt=2020-01-01T00:00:00Z', all],
    ['q=beta', ['b2']],
    ['q=ray%20GAM', ['b3']],
    ['q=alpha%20beta', []],
    ['pages_gt=100&genre=poetry', ['b2']],
    ['where={"or":[{"pages":100},{"genre":"science"}]}', ['b1', 'b3']],
    ['where={"not":{"pages_in":[100,200]}}', ['b3', 'b4']],
    [
      'where={"and":[{"pages_gte":200},{"or":[{"title_starts":"b"},{"author":"a1"}]}]}',
      ['b2', 'b4'],
    ],
    ['where={"pages_in":[]}', []],
    ['where={"author":null}', ['b3']],
    ['where={}', all],
  ];

  test.each(cases)('%s', async (query, ids) => {
    expect((await findBooks(api, `${query}&_sort=_id`)).sort()).toEqual(ids);
  });
});
