import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Alert, Box, Button, Card, Skeleton, Typography, styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageTitle } from '../../kit/page-title.tsx';
import { HealthSummary } from './health-summary.tsx';
import { PartChecks } from './part-checks.tsx';
import { readReadiness } from './readiness.ts';
import { useCopy } from '../../kit/use-copy.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Info } from '../../../contract/meta.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useApiQuery } from '../../kit/loading/query-state.tsx';

/** What the server reports about itself: the key facts, then the whole answer (specification, §2). */
export function InfoPage() {
  const texts = useTexts('info');
  const info = useApiQuery<Info>(['info'], '/api/info');
  const readiness = useQuery({
    queryKey: ['info', 'readiness'],
    queryFn: ({ signal }) => readReadiness(signal),
    staleTime: 0,
  });
  const reload = (): void => void Promise.all([info.refetch(), readiness.refetch()]);
  const { data, error } = info;
  return (
    <>
      <PageTitle title={texts.title} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography sx={{ flex: 1, color: 'text.secondary' }}>{texts.lead}</Typography>
        <Button startIcon={<RefreshIcon />} disabled={info.isFetching} onClick={reload}>
          {texts.reload}
        </Button>
      </Box>
      {error && <Alert severity="error">{error.message}</Alert>}
      {readiness.data?.checks && error && <PartChecks checks={readiness.data.checks} />}
      {info.isPending &&
        Array.from({ length: 12 }, (_, line) => (
          <Skeleton key={line} sx={{ maxWidth: 240 + ((line * 97) % 260) }} />
        ))}
      {data && !error && (
        <>
          <HealthSummary info={data} readiness={readiness.data} />
          {readiness.data?.checks && <PartChecks checks={readiness.data.checks} />}
          <WholeAnswer json={data} />
        </>
      )}
    </>
  );
}

/** Folding everything renders the tree again, because each part keeps its own state. */
function WholeAnswer({ json }: { json: object }) {
  const texts = useTexts('info');
  const [{ isOpen, turn }, setState] = useState({ isOpen: true, turn: 0 });
  const foldAll = (): void => setState({ isOpen: !isOpen, turn: turn + 1 });
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h2" variant="h6" sx={{ flex: 1 }}>
          {texts.json}
        </Typography>
        <Button onClick={foldAll}>{isOpen ? texts.fold : texts.unfold}</Button>
        <CopyButton text={JSON.stringify(json, null, 2)} />
      </Box>
      <Tree key={turn}>
        <Node value={json} isOpen isInnerOpen={isOpen} isLast />
      </Tree>
    </Card>
  );
}

function CopyButton({ text }: { text: string }) {
  const { copy: label, copied } = useTexts('info');
  const copy = useCopy(copied);
  return (
    <Button startIcon={<CopyIcon />} onClick={() => copy(text)}>
      {label}
    </Button>
  );
}

type NodeProps = {
  name?: string;
  value: unknown;
  isOpen: boolean;
  /** The same for the parts inside. */
  isInnerOpen?: boolean;
  isLast: boolean;
};

/**
 * JSON indented like `JSON.stringify`, with a colour per kind of value. Objects and lists
 * fold by mouse and keyboard; the browser's search still finds folded content.
 */
function Node({ name, value, isOpen, isInnerOpen = isOpen, isLast }: NodeProps) {
  const { entries: texts } = useTexts('info');
  const key = name === undefined ? null : <b>{JSON.stringify(name)}: </b>;
  const end = isLast ? '' : ',';
  if (!isBranch(value))
    return (
      <div>
        {key}
        <span className={value === null ? 'boolean' : typeof value}>{JSON.stringify(value)}</span>
        {end}
      </div>
    );
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const entries = Object.entries(value);
  return (
    <details open={isOpen}>
      <summary>
        {key}
        {open}
        <small
          data-count={fillTemplate(texts, { count: entries.length })}
          data-close={close + end}
        />
      </summary>
      <div className="inner">
        {entries.map(([inner, one], at) => (
          <Node
            key={inner}
            name={isList ? undefined : inner}
            value={one}
            isOpen={isInnerOpen}
            isLast={at === entries.length - 1}
          />
        ))}
      </div>
      {close}
      {end}
    </details>
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const Tree = styled('div')(({ theme: { palette } }) => ({
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace",
  fontSize: '0.84375rem',
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  // Room for the triangles before the lines.
  paddingInlineStart: '2ch',
  '.inner': { paddingInlineStart: '2ch' },
  summary: { marginInlineStart: '-2ch', cursor: 'pointer', borderRadius: 4 },
  'summary::marker': { color: palette.text.secondary },
  // Added by CSS, so that text selected with the mouse stays valid JSON.
  'details:not([open]) > summary small::after': {
    content: '" " attr(data-count) " " attr(data-close)',
    color: palette.text.secondary,
  },
  '.string': { color: palette.success.main },
  '.number': { color: palette.info.main },
  '.boolean': { color: palette.warning.main },
}));
