import '../../support/browser-parts.ts';
import { beforeEach, expect, test } from 'vitest';
import { language, setLanguage } from '../../../src/admin/messages/language.ts';
import { loadTexts, switchLanguage, textsOf } from '../../../src/admin/messages/texts.ts';

let count = 0;

beforeEach(() => setLanguage('en'));

/** A namespace of its own, whose German texts come when `send` is called. */
function addNamespace(): { files: Parameters<typeof loadTexts>[0]; read(): unknown; send(): void } {
  const name = `made-up-${(count += 1)}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    files: {
      [`/src/admin/messages/en/${name}.ts`]: async () => ({ texts: 'English' }),
      [`/src/admin/messages/de/${name}.ts`]: () => promise.then(() => ({ texts: 'Deutsch' })),
    },
    read: () => textsOf(name as 'app'),
    send: resolve,
  };
}

test('the last of two languages chosen in quick succession counts', async () => {
  const slow = addNamespace();
  await loadTexts(slow.files);

  const first = switchLanguage('de');
  await switchLanguage('en');
  slow.send();
  await first;

  expect(language()).toBe('en');
});

test('follows another tab to the language it chose last', async () => {
  const slow = addNamespace();
  await loadTexts(slow.files);

  for (const chosen of ['de', 'en']) {
    localStorage.setItem('language', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  }
  slow.send();
  // The texts have come by then, and would be shown.
  await new Promise((resolve) => setTimeout(resolve));

  expect(language()).toBe('en');
});

test('a page opened during a switch is in the new language afterwards', async () => {
  const [slow, opened] = [addNamespace(), addNamespace()];
  await loadTexts(slow.files);

  const switching = switchLanguage('de');
  const opening = loadTexts(opened.files);
  slow.send();
  opened.send();
  await Promise.all([switching, opening]);

  expect(opened.read()).toBe('Deutsch');
});

test('pages open even if their language cannot be loaded', async () => {
  await loadTexts({
    '/src/admin/messages/de/gone.ts': () => Promise.reject(new Error('gone')),
  });
  await expect(switchLanguage('de')).rejects.toThrow('gone');

  await loadTexts(addNamespace().files);

  expect(language()).toBe('en');
});
