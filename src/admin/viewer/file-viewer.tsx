import { useContext, useState } from 'react';
import { useGetOne, type RaRecord } from 'react-admin';
import {
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { FilePlace } from '../../fields/files/file-context.tsx';
import { useConfig } from '../client/config.tsx';
import { asOfOf } from '../kit/as-of.ts';
import { openRecordOf } from '../kit/open-record.ts';
import { toRecordPath } from '../kit/screen-paths.ts';
import { filesOfRecord } from './files-of-record.ts';
import { LinkedFileDialog, ViewerDialog } from './viewer-dialog.tsx';
import {
  fileIdOf,
  filePlaceOf,
  fromSpotHash,
  isSpotHash,
  openFilesOf,
  pageOf,
  withFile,
  type OpenFiles,
} from './viewer-address.ts';

/** Shows the files that somebody has opened on this page, or the one that the address names. */
export function FileViewer() {
  const { state, search, hash } = useLocation();
  const close = useClose();
  // The address of the page may change while the user reads; it counts when the viewer opens, as after a reload.
  const [address] = useState(() => ({ id: fileIdOf(search), hash }));
  const toAddress = useAddressOf();
  const opened = openFilesOf(state);
  if (!opened) return <LinkedFile hash={address.hash} onClose={close} />;
  const named = opened.files.findIndex(({ id }) => id === address.id);
  const start = named < 0 ? opened : { ...opened, index: named, spot: fromSpotHash(address.hash) };
  return <ViewerDialog {...start} toAddress={toAddress(opened.place)} onClose={close} />;
}

/** The file in the address of a page, which came with a link. */
function LinkedFile({ hash, onClose }: { hash: string; onClose: () => void }) {
  const { pathname, search } = useLocation();
  const { descriptor } = useConfig();
  const [id] = useState(() => fileIdOf(search) ?? '');
  const place = filePlaceOf(search) ?? placeOf(descriptor, pathname);
  const toAddress = useAddressOf();
  const asOf = asOfOf(search);
  const { data, error, isPending, refetch } = useGetOne<RaRecord>(
    place?.resource ?? '',
    { id: place?.record, meta: asOf === undefined ? undefined : { asOf } },
    { enabled: place !== undefined, refetchOnWindowFocus: false },
  );
  const [opened, setOpened] = useState<OpenFiles>();
  const resource = descriptor.resources.get(place?.resource ?? '');
  const files = data && resource && filesOfRecord(resource, data, id);
  // Stays open if somebody changes the record meanwhile.
  if (files && !opened) {
    const index = files.findIndex((file) => file.id === id);
    const then = place && { ...place, ...(asOf !== undefined && { past: true }) };
    setOpened({ files, index, place: then, spot: fromSpotHash(hash) });
  }
  if (opened) return <ViewerDialog {...opened} toAddress={toAddress(place)} onClose={onClose} />;
  return (
    <LinkedFileDialog
      state={place && isPending ? 'loading' : (error ?? 'missing')}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

/** The record whose page has this address. */
function placeOf({ resources }: Descriptor, pathname: string): FilePlace | undefined {
  for (const { name, path } of resources.values()) {
    const [, record] = pathname.startsWith(path) ? pathname.split('/details/') : [];
    if (record) return { resource: name, record: decodeURIComponent(record) };
  }
  return undefined;
}

/**
 * The address of a file, which others can open: that of the page it stands beside, or, where no record is open, of its
 * record's page. Files without a record have none.
 */
function useAddressOf() {
  const { descriptor } = useConfig();
  const { pathname, search } = useLocation();
  const page = placeOf(descriptor, pathname);
  return (place: FilePlace | undefined) => {
    const resource = place && descriptor.resources.get(place.resource);
    if (!place || !resource) return () => undefined;
    const isOwnPage = page?.resource === place.resource && page.record === place.record;
    if (isOwnPage) return (id: string) => pathname + withFile(search, id);
    if (page || openRecordOf(search)) return (id: string) => pathname + withFile(search, id, place);
    const asOf = asOfOf(search);
    const past = asOf ? `?${new URLSearchParams({ asOf })}` : '';
    return (id: string) => toRecordPath(resource, place.record) + withFile(past, id);
  };
}

/**
 * Goes back to the page as it was. Where the browser has nothing to go back to, it removes the file from the address: if
 * the page has changed beside the file, or the user followed a link to the file.
 */
function useClose(): () => void {
  const { router } = useContext(RouterContext)!;
  const navigate = useNavigate();
  return () => {
    const { search, hash, state, ...place } = router.state.location;
    const { viewer, ...own } = { ...(state as { viewer?: OpenFiles } | null) };
    if (viewer?.from === pageOf({ ...place, search })) void navigate(-1);
    else
      void navigate(
        { search: withFile(search, undefined), hash: isSpotHash(hash) ? '' : hash },
        { replace: true, preventScrollReset: true, state: own },
      );
  };
}
