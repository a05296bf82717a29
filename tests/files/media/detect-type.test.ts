import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { detectType, type FoundType } from '../../../src/files/media/detect-type.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
let files = 0;

async function typeOf(content: Uint8Array | string, name = 'file'): Promise<string> {
  return (await detect(content, name)).type;
}

async function detect(content: Uint8Array | string, name: string): Promise<FoundType> {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return await detectType(path, name);
}

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
const png = await picture.png().toBuffer();
const pdf = makePdf(['words']);
const docx = zipSync({
  '[Content_Types].xml': strToU8(
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ),
  'word/document.xml': strToU8('<w:document/>'),
});
const UNKNOWN = { type: 'application/octet-stream' };
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  ['a PNG', png, 'image/png'],
  ['a JPEG', await picture.jpeg().toBuffer(), 'image/jpeg'],
  ['a WebP', await picture.webp().toBuffer(), 'image/webp'],
  ['a TIFF', await picture.tiff().toBuffer(), 'image/tiff'],
  ['a GIF', await picture.gif().toBuffer(), 'image/gif'],
  ['an AVIF', await picture.avif().toBuffer(), 'image/avif'],
  ['a PDF', pdf, 'application/pdf'],
  [
    'a Word document',
    docx,
    `application/vnd.openxmlformats-officedocument.wordprocessingml.document`,
  ],
  ['a ZIP', zipSync({ 'a.txt': strToU8('text') }), 'application/zip'],
  ['a GZIP', gzipSync('text'), 'application/gzip'],
  ['a Windows program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'application/x-msdownload'],
  ['a Linux program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), 'application/x-elf'],
  ['nothing', '', 'text/plain'],
  ['text', 'Wörter\n', 'text/plain'],
  ['UTF-16', utf16('Wörter'), 'text/plain'],
  ['text in Latin-1', Buffer.from('Wörter', 'latin1'), 'application/octet-stream'],
  ['text with a control byte', 'a\0b', 'application/octet-stream'],
  ['random bytes', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), 'application/octet-stream'],
] as const)('recognises %s by its content, whatever its name', async (_, content, type) => {
  expect(await typeOf(content, 'notes.pdf')).toBe(type);
});

test.each([
  ['table.csv', 'a,b\n1,2', 'text/csv'],
  ['README.md', '# Title', 'text/markdown'],
  ['data.json', '{"a": 1}', 'application/json'],
  ['server.log', 'started', 'text/plain'],
  ['page.html', 'no element', 'text/plain'],
  ['README.md', '<!-- a comment -->\n# Title', 'text/markdown'],
])('uses the name for harmless texts: %s with %j', async (name, content, type) => {
  expect(await typeOf(content, name)).toBe(type);
});

test.each([
  ['<!DOCTYPE html><title>x</title>', 'text/html'],
  ['\uFEFF \n<HTML>', 'text/html'],
  ['<script>alert(1)</script>', 'text/html'],
  ['<!-- x --><img src=x onerror=alert(1)>', 'text/html'],
  ['<!-- never closed <script>', 'text/html'],
  ['<p>words</p>', 'text/html'],
  ['<svg onload="alert(1)"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY x "y">]><svg/>', 'image/svg+xml'],
  ['<x:svg xmlns:x="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'text/html'],
  ['<?xml version="1.0"?><note>x</note>', 'application/xml'],
  ['<!DOCTYPE note><note>x</note>', 'application/xml'],
  ['<note>x</note>', 'application/xml'],
  ['<!DOCTYPE svg><!-- never closed <svg>', 'application/xml'],
  ['#!/bin/sh\nrm x', 'application/x-sh'],
  ['<?php phpinfo();', 'application/x-httpd-php'],
])(
  'recognises what a browser or a shell would run, even as notes.txt: %j',
  async (content, type) => {
    expect(await typeOf(content, 'notes.txt')).toBe(type);
    expect(await typeOf(utf16(content.replace('\uFEFF', '')), 'notes.csv')).toBe(type);
  },
);

/** Of German as old Excel exports it, with quotes and a dash that only Windows-1252 has. */
const german = Buffer.from(
  'Gr\xf6\xdfe;St\xfcck\r\n\x84gro\xdf\x93 \x96 f\xfcr alle;5\r\n',
  'latin1',
);
const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  ['table.csv', german, { type: 'text/csv', charset: 'windows-1252' }],
  ['NOTES.TXT', german, { type: 'text/plain', charset: 'windows-1252' }],
  ['notes.md', latin('na\xefve'), { type: 'text/markdown', charset: 'windows-1252' }],
  ['letter.txt', russian, { type: 'text/plain', charset: 'windows-1251' }],
  ['page.txt', latin('<script>\xe4</script>'), { type: 'text/html', charset: 'windows-1252' }],
  ['run.txt', latin('#!/bin/sh\n# \xe4'), { type: 'application/x-sh', charset: 'windows-1252' }],
  ['table.csv', Buffer.from('Größe'), { type: 'text/csv' }],
  ['table.csv', Buffer.concat([german, Buffer.from([0])]), UNKNOWN],
  ['table.csv', latin('\x81\x8d\x8f\x90\x9d'), UNKNOWN],
  ['table.xyz', german, UNKNOWN],
  ['table', german, UNKNOWN],
])('%s has its type and its encoding (%#)', async (name, content, found) => {
  expect(await detect(content, name)).toEqual(found);
});

test('a drawing in an old encoding is a drawing', async () => {
  const drawing = '<?xml version="1.0" encoding="ISO-8859-1"?><svg><text>Wörter</text></svg>';

  expect(await typeOf(Buffer.from(drawing, 'latin1'))).toBe('image/svg+xml');
});

test.each([
  ['a page before a PDF', Buffer.concat([Buffer.from('<html>'), pdf]), 'application/octet-stream'],
  ['a line before a PDF', Buffer.concat([Buffer.from('\n'), pdf]), 'application/octet-stream'],
  ['a script that begins like a GIF', 'GIF89a=1;alert(1)', 'text/plain'],
  ['a page that begins like a sound', 'OggS<script>alert(1)</script>', 'text/plain'],
  ['a picture with a ZIP after it', Buffer.concat([png, docx]), 'image/png'],
  [
    'a picture with a page after it',
    Buffer.concat([png, deflateSync('x'), Buffer.from('<html>')]),
    'image/png',
  ],
])('the first byte decides about a file of two types: %s', async (_, content, type) => {
  expect(await typeOf(content)).toBe(type);
});
