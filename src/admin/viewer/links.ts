import type { FileLinks } from '../../contract/files.ts';
import { call, connectionLost } from '../client/http.ts';
import { onSessionChange } from '../client/account/session.ts';
import {
  openFileLinks,
  type AskedFile,
  type FileLinkAnswer,
  type OpenedLinks,
} from './file-links.ts';

/** Asks the server for addresses. How long they last is reckoned by its clock, as the user's may be wrong. */
async function askServer(files: readonly AskedFile[]): Promise<FileLinkAnswer> {
  const { json, headers } = await call<FileLinks>('/api/files/links', {
    method: 'POST',
    body: { files },
  });
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  return { urls: json.links.map(({ url }) => url), lasts: Date.parse(json.expires) - now };
}

let opened: OpenedLinks | undefined;

/** The addresses of all files that the page shows. */
export function fileLinks(): OpenedLinks {
  opened ??= openFileLinks(askServer);
  return opened;
}

connectionLost.subscribe(() => {
  if (!connectionLost.get()) opened?.retry();
});

// Another user must not see files by the addresses of this one.
onSessionChange(() => {
  opened?.close();
  opened = undefined;
});
