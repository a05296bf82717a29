import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFileName } from '../../../src/files/media/check-file-name.ts';
import { cleanName } from '../../../src/files/media/clean-name.ts';

describe('the name of a file', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['C:\\Users\\ann\\report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['folder/', 'folder'],
    ['a\0b\nc.pdf', 'abc.pdf'],
    ['report\u202Efdp.exe', 'reportfdp.exe'],
    ['in\u200Bvi\u2060si\uFEFFble\u3164.txt', 'invisible.txt'],
    ['u\u0308ber.txt', '\u00FCber.txt'],
    ['  two   spaces .txt ', 'two spaces .txt'],
    ['a<b>:"c|d?*.csv', 'a_b___c_d__.csv'],
    ['CON', '_CON'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['com\u00B9.txt', '_com\u00B9.txt'],
    ['console.log', 'console.log'],
    ['.htaccess', 'htaccess'],
    ['report.pdf...', 'report.pdf'],
    ['..', 'file'],
    ['', 'file'],
    ['\u200B/\u202E', 'file'],
    ['\uD800.png', 'png'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean);
  });

  test('keeps its ending when it is too long', () => {
    expect(cleanName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
    expect(cleanName(`${'😀'.repeat(150)}x.tiff`)).toMatch(/^(😀){97}\.tiff$/u);
    expect(cleanName(`a.${'b'.repeat(300)}`)).toHaveLength(200);
  });

  test('is valid, whatever it was', () => {
    const bad = fc.constantFrom(
      '/',
      '\\',
      '\0',
      '\u202E',
      '\u200D',
      '\uD800',
      '.',
      ' ',
      'con',
      'e\u0301',
    );
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), bad);
    const names = fc.array(unit, { maxLength: 300 }).map((parts) => parts.join(''));

    fc.assert(
      fc.property(names, (name) => {
        const clean = cleanName(name);

        expect(clean.length).toBeGreaterThan(0);
        expect(clean.length).toBeLessThanOrEqual(200);
        expect(clean).not.toMatch(
          /[/\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|^[\s.]|[\s.]$/u,
        );
        expect(clean).not.toMatch(/^(con|nul)(\.|$)/i);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(cleanName(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a name and its content', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

  test.each([
    ['report.PDF', 'application/pdf'],
    ['photo.jpeg', 'image/jpeg'],
    ['moving.png', 'image/apng'],
    ['letter.docx', docx],
    ['letter.zip', docx],
    ['old.doc', 'application/x-cfb'],
    ['sound.m4a', 'video/mp4'],
    ['latin1.txt', 'application/octet-stream'],
    ['page.txt', 'text/html'],
    ['no ending', 'application/x-msdownload'],
    ['setup.exe', 'application/x-msdownload'],
    ['toString', 'text/plain'],
    ['a.constructor', 'text/plain'],
  ])('agree: %s with %s', (name, type) => {
    expect(checkFileName(name, type)).toBeUndefined();
  });

  test.each([
    ['report.pdf', 'application/x-msdownload', 'a Windows program'],
    ['report.pdf', 'text/html', 'a web page'],
    ['report.pdf', 'application/octet-stream', 'of another kind'],
    ['photo.png', 'image/jpeg', 'a picture'],
    ['photo.jpg', 'application/x-elf', 'a program'],
    ['photo.jpg', 'image/svg+xml', 'a picture'],
    ['letter.docx', 'application/zip', 'an archive'],
    ['data.csv', 'application/x-sh', 'a script'],
    ['notes.txt', 'application/pdf', 'a PDF document'],
    ['song.mp3', 'video/mp4', 'video'],
    ['film.mp4', 'audio/mpeg', 'audio'],
    ['film.mp4', 'text/plain', 'plain text'],
    ['archive.zip', 'application/x-cfb', 'an Office document'],
  ])('disagree: %s with %s', (name, type, content) => {
    expect(checkFileName(name, type, 'document')).toMatchObject({
      code: 'V070',
      path: 'document',
      message: `has a name that ends with ${/\.\w+$/.exec(name)![0]}, but its content is ${content} (${type})`,
    });
  });
});
