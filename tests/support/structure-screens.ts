import { afterAll, afterEach } from 'vitest';
import { openLibraryInMemory } from './library-in-memory.ts';
import { leaveScreen, startScreens, stopScreens } from './screen.tsx';

/** The library behind the screens of the structure, for all tests of a file. Each begins without drafts. */
export async function openStructureScreens(...prepare: Parameters<typeof openLibraryInMemory>) {
  const library = await openLibraryInMemory(...prepare);
  startScreens(library);
  afterEach(async () => {
    await leaveScreen();
    await library.database.query('delete from backoffice.structure_drafts');
  });
  afterAll(async () => {
    await stopScreens();
    await library.close();
  });
  return library;
}
