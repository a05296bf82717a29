import { expect, test } from 'vitest';
import { jobsOf } from '../../support/jobs.ts';
import { closeScreen, openScreen, screen, within } from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();
const jobs = jobsOf(api, '/api/books');

const said = {
  en: {
    none: 'Row 1: Comment',
    one: 'Row 1: 1 comment',
    panel: 'Comments',
    title: 'books.csv · Row 1',
    send: 'Comment',
    link: 'Row 1 of an import',
  },
  de: {
    none: 'Zeile 1: Kommentieren',
    one: 'Zeile 1: 1 Kommentar',
    panel: 'Kommentare',
    title: 'books.csv · Zeile 1',
    send: 'Kommentieren',
    link: 'Zeile 1 eines Imports',
  },
} as const;

test.each(['en', 'de'] as const)(
  'a row of an import that fails is discussed where it is shown, and by its link (%s)',
  async (language) => {
    const texts = said[language];
    const { json: job } = await jobs.upload('title,isbn\n,4\n', 'books.csv');
    await jobs.run(job.id, { dryRun: true, mapping: { title: 'title', isbn: 'isbn' } });
    const { user } = await openScreen(api, `/tools/jobs/${job.id}`, { language });

    await user.click(await screen.findByRole('button', { name: texts.none }));
    const panel = within(await screen.findByRole('dialog', { name: texts.panel }));
    expect(panel.getByText(texts.title)).toBeTruthy();
    await user.type(panel.getByLabelText('Text'), 'Which title?');
    await user.click(panel.getByRole('button', { name: texts.send }));
    expect(await panel.findByText('Which title?', { ignore: 'textarea' })).toBeTruthy();
    expect(panel.getByText(texts.link)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: texts.one })).toBeTruthy();
    closeScreen();

    const { json } = await api.call('GET', `/api/threads?job=${job.id}`, { as: 'admin' });
    await openScreen(api, `/tools/jobs/${job.id}?thread=${json.data[0]._id}`, { language });
    const linked = within(await screen.findByRole('dialog', { name: texts.panel }));
    expect(await linked.findByText('Which title?')).toBeTruthy();
  },
);
