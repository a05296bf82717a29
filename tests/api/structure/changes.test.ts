import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendImport } from '../../support/exchange.ts';
import { codesOf, openLibraryFolder } from '../../support/descriptor-files.ts';

let library: Awaited<ReturnType<typeof openLibraryFolder>>;

beforeAll(async () => {
  library = await openLibraryFolder((source) => {
    source.roles.staff = { configure: true };
    source.resources.users.permissions = { viewer: ['list', 'read', 'update'] };
  });
});
beforeEach(async () => {
  await chmod(join(library.folder, 'resources.json'), 0o644);
});
afterAll(() => library.close());

const get = async (as = 'admin') =>
  (await library.call('GET', '/api/structure/descriptor', { as })).json;
const post = (what: string, body: unknown, as = 'admin') =>
  library.call('POST', `/api/structure/${what}`, { as, body });

describe('a change', () => {
  it('is applied at once, written to the file with the previous one beside it, and undone', async () => {
    const before = await library.text('books.json');
    const changed = await library.addField('remark');

    const applied = await library.apply(changed);

    expect(applied.json).toMatchObject({
      written: true,
      steps: ['adds the field remark to books'],
      texts: { steps: [{ key: 'addsField', params: { field: 'remark', table: 'books' } }] },
    });
    expect(await library.text('books.json')).toBe(changed.files[1].text);
    expect(await library.text('books.json.previous')).toBe(before);
    const body = { title: 'One', remark: 'new' };
    expect((await library.call('POST', '/api/books', { as: 'admin', body })).status).toBe(201);
    const { undo, hash } = await get();
    const by = library.userId('admin');
    const { steps, texts } = applied.json;
    expect(undo).toMatchObject({ by, name: 'admin', steps, texts: texts.steps });
    // Staff may not read the names of users.
    expect((await get('staff')).undo).toMatchObject({ by, name: null });
    expect(hash).toBe(applied.json.hash);

    const undone = await post('undo', undefined);

    expect(undone.json).toMatchObject({
      written: true,
      steps: applied.json.steps,
      texts: { steps: applied.json.texts.steps },
    });
    expect(await library.text('books.json')).toBe(before);
    expect(await get()).toMatchObject({ applied: true, undo: null });
  });

  it('is in the audit with the person who made it', async () => {
    await library.apply(await library.change('// The library.', '// Our library.'));

    const { json } = await library.call('GET', '/api/admin/audit?action=configurationApplied', {
      as: 'admin',
    });
    await post('undo', undefined);

    expect(json.data[0]).toMatchObject({ actor: { _id: library.userId('admin') } });
  });

  it('of a comment only is written and undone too', async () => {
    const before = await library.text();

    await library.apply(await library.change('// The library.', '// Our library.'));
    const changed = await library.text();
    await post('undo', undefined);

    expect(changed).toBe(before.replace('The', 'Our'));
    expect(await library.text()).toBe(before);
  });

  it('is refused when the file was saved meanwhile, with both hashes', async () => {
    const changed = await library.addField('remark');
    const before = await library.text();
    await library.save(before.replace('// The', '// Some'));

    const answer = await library.apply(changed);
    const { hash } = await get();
    await library.save(before);

    expect(codesOf(answer)).toEqual([409, 'S051']);
    expect(answer.json).toMatchObject({ base: changed.base, currentHash: hash });
  });

  it('needs consent to what loses something, step by step', async () => {
    const { files: sent, base } = await library.change(/"blurb": \{[^}]*\},?\s*/, '');
    const step = 'drop:books.blurb';

    const without = await library.apply({ files: sent, base });
    await post('undo', undefined);
    const again = await get();
    const allowed = await library.apply(
      { files: sent, base: again.hash },
      { allowDestructive: [step] },
    );
    await post('undo', undefined);

    expect(allowed.json.steps.join()).toContain('blurb');
    expect(without.json.left.join()).toContain('blurb');
  });

  it('is refused with an outdated plan', async () => {
    const changed = await library.addField('remark');

    const answer = await post('apply', { ...changed, plan: 'other' });

    expect(codesOf(answer)).toEqual([409, 'S053']);
    expect(answer.json.detail).not.toContain('npx');
  });

  it('cannot take configure from the last person who has it', async () => {
    const { files: sent, base } = await library.change(/"all": true/g, '"all": false');
    const owned = sent.map((each: any) => ({
      ...each,
      text: each.text.replace('"configure": true', '"all": true'),
    }));
    await library.database.query(`update users set status = 'disabled' where role = 'staff'`);

    const answer = await library.apply({ files: owned, base });
    await library.database.query(`update users set status = 'confirmed' where role = 'staff'`);

    expect(codesOf(answer)).toEqual([409, 'A058']);
  });

  it('is for those whom somebody with the right has given it', async () => {
    const staff = await library.addUser('otto', 'viewer');

    const answer = await library.call('PATCH', `/api/users/${staff._id}`, {
      as: 'viewer',
      body: { role: 'staff' },
      headers: { 'If-Match': '*' },
    });

    expect(codesOf(answer)).toEqual([403, 'A008']);
  });

  it('runs beside an import, and neither loses anything', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ title: `Imported ${n}` }));
    const changed = await library.addField('shelfMark');

    const [imported, applied] = await Promise.all([
      sendImport(library, '/api/books', rows),
      library.apply(changed),
    ]);
    await post('undo', undefined);

    expect(imported.json).toMatchObject({ created: 500, failed: 0 });
    expect(applied.status).toBe(200);
  });

  it('needs a fresh proof', async () => {
    await library.addUser('anna', 'admin');
    await library.tokenOf('anna');
    const changed = await library.addField('remark');
    await library.database.query(
      `with aged as (update backoffice.sessions set created_at = created_at - interval '1 day',
           proven_at = null where user_id = $1 returning user_id)
       select pg_notify('backoffice_sessions', user_id) from aged`,
      [library.userId('anna')],
    );

    const answers = [
      await post('apply', { ...changed, plan: 'any' }, 'anna'),
      await post('undo', undefined, 'anna'),
    ];

    expect(answers.map(codesOf)).toEqual([
      [403, 'A030'],
      [403, 'A030'],
    ]);
  });

  it('leads from the database where the file is read-only, also for the next change', async () => {
    await chmod(join(library.folder, 'books.json'), 0o444);
    const before = await library.text('books.json');

    const first = await library.apply(await library.addField('remark'));
    const leading = await get();
    const second = await library.apply(await library.addField('further'));
    const body = { title: 'Two', remark: 'a', further: 'b' };
    const made = await library.call('POST', '/api/books', { as: 'admin', body });
    await chmod(join(library.folder, 'books.json'), 0o644);

    expect([first.json.written, second.json.written, made.status]).toEqual([false, false, 201]);
    expect(leading).toMatchObject({ source: 'database', writable: true, applied: true });
    expect(await library.text('books.json')).toBe(before);
    await post('undo', undefined);
    await post('undo', undefined);
    expect(await library.text('books.json')).toBe(before);
  });

  it('cannot be undone after somebody saved the file', async () => {
    await library.apply(await library.addField('remark'));
    const text = await library.text();
    await library.save(text.replace('// The', '// Any'));

    const { undo } = await get();
    const answer = await post('undo', undefined);
    await library.save(text);
    await post('undo', undefined);

    expect([undo, ...codesOf(answer)]).toEqual([null, 409, 'S051']);
  });

  it('is committed with the person as author', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', library.folder, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    const { json } = await library.call('GET', '/api/users/current', { as: 'admin' });

    await library.apply(await library.addField('annotation'));
    const log = git('log', '--format=%an <%ae>|%s|%b');
    await post('undo', undefined);

    expect(log.trim()).toBe(
      `${json.name} <${json.email}>|Change the descriptor in the browser|adds the field annotation to books`,
    );
    expect(git('log', '--format=%s').split('\n')[0]).toBe('Take back a change of the descriptor');
  });
});
