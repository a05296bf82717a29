import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
const jobs = jobsOf(shelves.library, '/api/books');
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

describe('an undone import', () => {
  test('restores the previous records, and lists later changes', async () => {
    await sendImport(shelves.library, '/api/books', [
      { _id: 'one', title: 'One', isbn: '1', tags: ['a'] },
      { _id: 'two', title: 'Two', isbn: '2' },
    ]);
    const before = await shelves.all();
    const { json: job } = await jobs.upload(
      'isbn,title,tags\n1,Eins,b | c\n2,Zwei,\n3,Drei,\n4,Vier,\n',
    );
    await jobs.run(job.id, { mode: 'upsert', key: 'isbn' });
    const [, four] = (await shelves.all()).filter(({ title }) => ['Drei', 'Vier'].includes(title));
    await shelves.library.call('PATCH', `/api/books/${four._id}`, {
      as: 'admin',
      body: { pages: 4 },
      headers: { 'If-Match': '*' },
    });

    await jobs.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await jobs.ended(job.id);

    expect(ended.state).toBe('undone');
    expect(ended.summary).toMatchObject({ total: 4, updated: 2, deleted: 1, failed: 1 });
    expect(ended.summary.problems).toMatchObject([{ _id: four._id, code: 'S003' }]);
    const after = await shelves.all();
    const fieldsOf = ({ _version: _, updatedAt: _1, ...rest }: any) => rest;
    expect(after.filter(({ _id }) => _id !== four._id).map(fieldsOf)).toEqual(before.map(fieldsOf));
  });

  test.each([
    [
      'goes, whichever of its records refer to which',
      'a,Ann,b\nb,Ben,c\nc,Cid,',
      { deleted: 3, failed: 0 },
    ],
    [
      'goes, where they refer to each other in a ring too',
      'a,Ann,b\nb,Ben,c\nc,Cid,a',
      { deleted: 3, failed: 0 },
    ],
  ])('%s', async (_name, rows, counts) => {
    const authors = jobsOf(shelves.library, '/api/authors');
    const { json: job } = await authors.upload(`_id,name,mentor\n${rows}\n`);
    const done = await authors.run(job.id);

    await authors.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await authors.ended(job.id);

    expect(done.summary).toMatchObject({ created: 3 });
    expect(ended.summary).toMatchObject(counts);
  });

  test('keeps a ring of records to which others refer, and removes the other ring', async () => {
    const authors = jobsOf(shelves.library, '/api/authors');
    const rings = 'a,Ann,b\nb,Ben,a\nx,Xan,y\ny,Yan,x';
    const { json: job } = await authors.upload(`_id,name,mentor\n${rings}\n`);
    await authors.run(job.id);
    await sendImport(shelves.library, '/api/books', [{ title: 'Kept', author: 'a' }]);

    await authors.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await authors.ended(job.id);

    const { json } = await authors.call('GET', '/api/authors?_id_in=a,b,x,y&_sort=_id');
    expect(ended.summary).toMatchObject({ deleted: 2, failed: 2 });
    expect(json.data).toMatchObject([
      { _id: 'a', mentor: 'b' },
      { _id: 'b', mentor: 'a' },
    ]);
  });

  test('keeps a ring of which a record was changed since, and removes the other ring', async () => {
    const authors = jobsOf(shelves.library, '/api/authors');
    const rings = 'a,Ann,b\nb,Ben,a\nx,Xan,y\ny,Yan,x';
    const { json: job } = await authors.upload(`_id,name,mentor\n${rings}\n`);
    await authors.run(job.id);
    const change = { as: 'admin', body: { name: 'Anna' }, headers: { 'If-Match': '*' } };
    await shelves.library.call('PATCH', '/api/authors/a', change);

    await authors.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await authors.ended(job.id);

    const { json } = await authors.call('GET', '/api/authors?_id_in=a,b,x,y&_sort=_id');
    expect(ended.summary).toMatchObject({ deleted: 2, failed: 2 });
    expect(json.data).toMatchObject([
      { _id: 'a', name: 'Anna', mentor: 'b' },
      { _id: 'b', mentor: 'a' },
    ]);
  });

  test('lists records deleted since', async () => {
    await sendImport(shelves.library, '/api/books', [{ _id: 'one', title: 'One', isbn: '1' }]);
    const { json: job } = await jobs.upload('isbn,title\n1,Eins\n');
    await jobs.run(job.id, { mode: 'update', key: 'isbn' });
    const call = { as: 'admin', headers: { 'If-Match': '*' } };
    await shelves.library.call('DELETE', '/api/books/one', call);

    await jobs.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await jobs.ended(job.id);

    expect(ended.summary).toMatchObject({ total: 1, updated: 0, failed: 1 });
    expect(ended.summary.problems).toMatchObject([{ _id: 'one', code: 'S001' }]);
  });

  test('fails with a request ID after an unexpected error, and can be repeated', async () => {
    const { json: job } = await jobs.upload('title\nEmma\n');
    await jobs.run(job.id);
    const { database } = shelves.library;
    await database.query(
      `create function break_off() returns trigger language plpgsql as
         $$ begin raise 'broken' using errcode = 'XX000'; end $$;
       create trigger break_off before delete on books for each row execute function break_off()`,
    );
    await jobs.call('POST', `/api/jobs/${job.id}/undo`);
    const failed = await jobs.ended(job.id);
    await database.query('drop function break_off cascade');
    await jobs.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await jobs.ended(job.id);

    expect([failed.state, failed.failure]).toEqual(['failed', expect.any(String)]);
    const logged = shelves.library.log.filter(({ message }) => message.includes('undone'));
    expect(logged).toMatchObject([{ level: 'error', job: job.id, requestId: failed.failure }]);
    expect([ended.state, ended.summary.deleted]).toEqual(['undone', 1]);
    expect(await shelves.all()).toEqual([]);
  });

  test('of many rows is complete, and restores records written twice as they were at first', async () => {
    await sendImport(shelves.library, '/api/books', [{ _id: 'one', title: 'One', isbn: '1' }]);
    const before = await shelves.all();
    const rows = Array.from({ length: 450 }, (_, at) => `${at + 1},Title ${at}`);
    const text = ['isbn,title', ...rows, '1,Again', '450,Again'].join('\n');
    const { json: job } = await jobs.upload(text);
    const done = await jobs.run(job.id, { mode: 'upsert', key: 'isbn' });

    await jobs.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await jobs.ended(job.id);

    expect(done.summary).toMatchObject({ created: 449, updated: 3 });
    expect(ended.summary).toMatchObject({ total: 450, updated: 1, deleted: 449, failed: 0 });
    const fieldsOf = ({ _version: _, updatedAt: _1, ...rest }: any) => rest;
    expect((await shelves.all()).map(fieldsOf)).toEqual(before.map(fieldsOf));
  });

  test('removes records that it created for references', async () => {
    const { json: job } = await jobs.upload('title,author\nEmma,Somebody New\n');
    const done = await jobs.run(job.id, {
      mapping: { author: { field: 'author', create: true } },
    });

    await jobs.call('POST', `/api/jobs/${job.id}/undo`);
    const ended = await jobs.ended(job.id);

    const { json } = await jobs.call('GET', '/api/authors?name=Somebody New');
    expect(done.summary).toMatchObject({ created: 1, referencesCreated: { authors: 1 } });
    expect(ended.summary).toMatchObject({ deleted: 2, failed: 0 });
    expect(json.total).toBe(0);
  });
});
