import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeZip, type ZipPart } from '../../../src/services/export/write-zip.ts';

test('a ZIP closes a file that is being opened when its reader leaves', async () => {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<Readable>()];
  async function* parts(): AsyncGenerator<ZipPart> {
    const open = async () => Readable.from([Buffer.from('first')]);
    yield { path: 'first.txt', isPacked: true, open };
    yield {
      path: 'second.txt',
      isPacked: true,
      open: () => {
        reached.resolve();
        return opened.promise;
      },
    };
  }
  const zip = writeZip(parts());
  await zip.next();
  await reached.promise;

  const ended = zip.return(undefined);
  const second = Readable.from([Buffer.from('second')]);
  opened.resolve(second);

  await ended;
  expect(second.destroyed).toBe(true);
});
