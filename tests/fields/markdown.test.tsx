import { fireEvent, screen, waitFor, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { applyMark, type Mark } from '../../src/fields/types/markdown/apply-mark.ts';
import { MarkdownView } from '../../src/fields/types/markdown/markdown-view.ui.tsx';
import { plainWords } from '../../src/fields/types/markdown/plain-words.ts';
import { closeFieldScreen, openInput, showCell } from '../support/field-screen.tsx';

afterEach(closeFieldScreen);

function draw(text: string): HTMLElement {
  return render(
    <MemoryRouter>
      <MarkdownView text={text} />
    </MemoryRouter>,
  ).container.firstElementChild as HTMLElement;
}

describe('a page', () => {
  test.each([
    ['# Title', '<h3>Title</h3>'],
    ['**a** _b_ ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
    ['one\ntwo', '<p>one<br>two</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a', '<ol start="3"><li>a</li></ol>'],
    ['- [x] done\n- [ ] open', '<ul><li>☑ done</li><li>☐ open</li></ul>'],
    ['```\na <b>\n```', '<pre><code>a &lt;b&gt;</code></pre>'],
    ['[a](/chems/details/1)', '<p><a href="/chems/details/1">a</a></p>'],
  ])('draws %j', (text, html) => {
    expect(draw(text).innerHTML.replaceAll(/ data-discover="true"/g, '')).toBe(html);
  });

  test.each([
    ['<img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>'],
    ['a <b onclick="x()">b</b>'],
    ['<iframe src="https://example.org"></iframe>'],
    ['<style>*{display:none}</style>'],
  ])('shows %s as text', (text) => {
    const drawn = draw(text);

    expect(drawn.textContent).toContain(text);
    expect(drawn.querySelector('img, script, iframe, style, b, [onclick]')).toBeNull();
  });

  test.each([
    ['[a](javascript:alert(1))'],
    ['[a](JAVASCRIPT:alert(1))'],
    ['[a](java\u0001script:x)'],
    ['[a](data:text/html,x)'],
    ['[a](//evil.example.org)'],
    ['[a](/\\evil.example.org)'],
    ['[a](https://user:password@example.org)'],
    ['[a](relative)'],
    ['<javascript:alert(1)>'],
  ])('makes no link of %s', (text) => {
    expect(draw(text).querySelector('a')).toBeNull();
  });

  test('opens other sites in a new tab, without a referrer', () => {
    const links = [...draw('[a](https://example.org) <b@example.org>').querySelectorAll('a')];

    expect(links.map((a) => [a.getAttribute('href'), a.target, a.rel])).toEqual([
      ['https://example.org', '_blank', 'noopener noreferrer nofollow'],
      ['mailto:b@example.org', '', 'noopener noreferrer nofollow'],
    ]);
  });

  test('links pictures, and loads none', () => {
    const drawn = draw('![A gentian](https://example.org/g.png)');

    expect(drawn.querySelector('img')).toBeNull();
    expect(drawn.querySelector('a')).toMatchObject({
      textContent: 'A gentian',
      href: 'https://example.org/g.png',
    });
  });

  test.each([
    ['quotes', `${'> '.repeat(5_000)}x`],
    ['lists', Array.from({ length: 300 }, (_, at) => `${' '.repeat(2 * at)}- x`).join('\n')],
    ['words', 'word '.repeat(30_000)],
  ])('shows too many %s as they were typed', (_, text) => {
    expect(draw(text).textContent).toBe(text);
  });
});

test.each([
  ['# Title\n\nText', 'Title Text'],
  ['**a** __b__ *c* _d_ ~~e~~ `f`', 'a b c d e f'],
  ['snake_case_name and 2*3*4', 'snake_case_name and 2*3*4'],
  ['- one\n* two\n1. three\n> four\n- [x] five', 'one two three four five'],
  ['[a](https://example.org "T") ![b](c.png) <https://d.example>', 'a b https://d.example'],
  ['```js\ncode\n```\n---\nend', 'code end'],
  ['\\*no\\* <b>x</b>', '*no* <b>x</b>'],
  ['**bold _both_**', 'bold both'],
])('%j is in a line %s', (text, words) => {
  expect(plainWords(text)).toBe(words);
});

test('renders a line of many marks quickly', () => {
  for (const sign of ['*', '_', '`', '[', '![a](', '> ', '- ', '~~', '**_', '\\'])
    expect(typeof plainWords(sign.repeat(3_000))).toBe('string');
});

test('Markdown is plain text on one line in a list, rendered on a page, and source in the history', async () => {
  const value = '## Finds\n\n**late** this year';
  expect(showCell('markdown', {}, value, { place: 'list' }).textContent).toBe(
    'Finds late this year',
  );
  closeFieldScreen();

  const page = showCell('markdown', {}, value);
  await waitFor(() => expect(page.querySelector('h4')?.textContent).toBe('Finds'));
});

/** The selection is between `|` and `|`. */
const marked = (text: string) => {
  const [before = '', inner = '', after = ''] = text.split('|');
  return { text: before + inner + after, from: before.length, to: before.length + inner.length };
};

test.each<[Mark, string, string]>([
  ['bold', 'a |b| c', 'a **|b|** c'],
  ['bold', 'a **|b|** c', 'a |b| c'],
  ['italic', '||', '_||_'],
  ['link', 'see |this|', 'see [this](|https://|)'],
  ['link', 'see ||', 'see [||](https://)'],
  ['list', '|one\ntwo|', '|- one\n- two|'],
  ['list', '|- one\n- two|', '|one\ntwo|'],
  ['list', 'a\nb|b|b', 'a\n- bbb||'],
])('%s makes %j to %j', (mark, before, after) => {
  expect(applyMark(mark, marked(before))).toEqual(marked(after));
});

describe('an input', () => {
  const area = () => screen.getByLabelText<HTMLTextAreaElement>(/^Thing/, { selector: 'textarea' });

  test('sets marks by its buttons and keys', async () => {
    const { user, values } = openInput('markdown', {}, 'one two');
    area().setSelectionRange(0, 3);
    await user.click(screen.getByRole('button', { name: 'Bold' }));
    expect(values()).toEqual({ thing: '**one** two' });
    expect([area().selectionStart, area().selectionEnd]).toEqual([2, 5]);

    area().setSelectionRange(8, 11);
    fireEvent.keyDown(area(), { key: 'i', ctrlKey: true });
    expect(values()).toEqual({ thing: '**one** _two_' });
    expect(screen.getByRole('toolbar', { name: 'Format Thing' })).toBeTruthy();
  });

  test('shows a preview in its place, in the language of the screens', async () => {
    const { user } = openInput('markdown', {}, '# Head', { language: 'de' });
    const toggle = screen.getByRole('button', { name: 'Vorschau' });

    await user.click(toggle);

    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    const preview = await screen.findByRole('region', { name: 'Vorschau von Thing' });
    await waitFor(() => expect(preview.querySelector('h3')?.textContent).toBe('Head'));
    await user.click(toggle);
    expect(area().value).toBe('# Head');
  });

  test('is empty after its text is deleted, and keeps the input', async () => {
    const { user, values } = openInput('markdown', {}, 'x');
    await user.clear(area());
    expect(values()).toEqual({});

    await user.type(area(), '- a{enter}- b');
    expect(values()).toEqual({ thing: '- a\n- b' });
  });
});
