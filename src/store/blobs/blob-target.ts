import { decodeEscapes } from '../../fields/text/decode-escapes.ts';
import { fileURLToPath } from 'node:url';

/** Where blobs are: in a folder, or in a bucket of an S3-compatible store. */
export type BlobTarget = { folder: string } | S3Target;

export type S3Target = {
  /** The origin of the store, such as `https://s3.example.org:9000`. */
  endpoint: string;
  bucket: string;
  /** Begins every key in the bucket; empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** Absent: the address has none. */
  credentials?: S3Credentials | undefined;
};

type S3Credentials = { key: string; secret: string };

/** For messages about an address that cannot be parsed. */
export const blobUrlForms =
  's3://host/bucket or s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=false, with special characters percent-encoded, or file:///folder';

/** Parses the address of a store of blobs (`blobUrlForms`); undefined otherwise. */
export function parseBlobUrl(text: string): BlobTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.hash !== '') return undefined;
  if (url.protocol === 'file:')
    return url.host === '' && url.search === '' && url.pathname !== '/'
      ? { folder: fileURLToPath(url) }
      : undefined;
  return url.protocol === 's3:' ? parseS3Url(url) : undefined;
}

function parseS3Url(url: URL): S3Target | undefined {
  const { host, pathname, username, password, searchParams } = url;
  const [bucket = '', ...prefix] = pathname.split('/').filter((each) => each !== '');
  const { region = 'us-east-1', tls = 'true', ...others } = Object.fromEntries(searchParams);
  const isValid =
    host !== '' &&
    (username === '') === (password === '') &&
    [bucket, ...prefix].every((each) => /^[\w-][\w.-]*$/.test(each)) &&
    /^[\w-]+$/.test(region) &&
    ['true', 'false'].includes(tls) &&
    Object.keys(others).length === 0;
  if (!isValid) return undefined;
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${host}`,
    bucket,
    prefix: prefix.map((each) => `${each}/`).join(''),
    region,
    credentials:
      username === ''
        ? undefined
        : { key: decodeEscapes(username), secret: decodeEscapes(password) },
  };
}

/** For people and logs, without credentials. */
export function describeTarget(target: BlobTarget): string {
  return 'folder' in target
    ? target.folder
    : `${target.endpoint}/${target.bucket}/${target.prefix}`.replace(/\/$/, '');
}
