import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist'))), '..');

/**
 * What pdf.js loads only for some PDFs: the characters of East Asian fonts, the fonts that every reader has, and
 * decoders of rare pictures. It asks for them by name, so the version in the path stands for a hash in each name.
 */
const pattern = /^(cmaps|standard_fonts)\/|^wasm\/.*_nowasm_fallback\.js$|^wasm\/LICENSE/;

/** Adds these files to the build, and serves them in development. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
      for (const path of paths.filter((name) => pattern.test(name)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${path}`,
          source: await readFile(join(folder, path)),
        });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(
          /^\/assets\/pdfjs-[\d.]+\//,
          '/node_modules/pdfjs-dist/',
        );
        next();
      });
    },
  };
}
