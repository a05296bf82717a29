import { afterAll, expect, test, vi } from 'vitest';
import { openLibraryFolder } from '../../support/descriptor-files.ts';

const library = await openLibraryFolder();
afterAll(() => library.close());

const addField = (name: string) =>
  library.change('"title": {', `"${name}": { "type": "text" },\n "title": {`);

test('a change does not replace the text of one that followed while the file was written', async () => {
  const { descriptorFiles } = library;
  const { write } = descriptorFiles;
  let second: ReturnType<typeof library.apply> | undefined;
  descriptorFiles.write = async (...given) => {
    descriptorFiles.write = write;
    second = library.apply(await addField('further'));
    const isApplied = async () => {
      const { json } = await library.call('GET', '/api/structure/descriptor', { as: 'admin' });
      expect(JSON.stringify(json.files)).toContain('further');
    };
    await vi.waitFor(isApplied, { timeout: 20_000 });
    return write(...given);
  };

  const first = await library.apply(await addField('remark'));
  const { json } = await second!;

  expect([first.json.written, json.written]).toEqual([true, true]);
  expect(await library.text('books.json')).toContain('further');
});
