import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { definePage } from '../../admin/pages/define-page.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { lookUp, type Found } from './look-up.ui.ts';
import { LookupForm, type Asked } from './lookup-form.ui.tsx';
import { LookupResults } from './lookup-results.ui.tsx';
import { texts } from './lookup-texts.ts';

/**
 * The fields by which people name a record, the surest first. Those of chems are unique or filters of
 * their list, so that each has an index: there are many of them.
 */
const places: Readonly<Record<string, readonly string[]>> = {
  chems: ['casId', 'ecNumber', 'dtxsid', 'inchiKey', 'commonName', 'synonyms'],
  sources: ['sourceId', 'doi', 'title'],
};

/** Pasted numbers and names, and what of them is here: found, missing, or said of more than one record. */
function LookupPage() {
  const say = useText();
  const { descriptor, role } = useConfig();
  const targets = toTargets(descriptor, role);
  const [state, setState] = useState<State>({ is: 'ready' });

  const look = async ({ resource, values }: Asked): Promise<void> => {
    setState({ is: 'looking' });
    try {
      setState({ is: 'done', found: await lookUp(resource, targets.get(resource) ?? [], values) });
    } catch (error) {
      setState({ is: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  };
  if (targets.size === 0) return <Alert severity="info">{say(texts.nothing)}</Alert>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, maxWidth: 960 }}>
      <Typography sx={{ color: 'text.secondary' }}>{say(texts.intro)}</Typography>
      <LookupForm
        resources={[...targets.keys()]}
        isLooking={state.is === 'looking'}
        onLook={(asked) => void look(asked)}
      />
      {state.is === 'failed' ? <Alert severity="error">{state.reason}</Alert> : null}
      {state.is === 'done' ? <LookupResults found={state.found} /> : null}
    </Box>
  );
}

type State =
  { is: 'ready' | 'looking' } | { is: 'failed'; reason: string } | { is: 'done'; found: Found };

/** What the user may list, with those of the fields they may read. */
function toTargets(descriptor: Descriptor, role: string): Map<Resource, readonly string[]> {
  const targets = new Map<Resource, readonly string[]>();
  for (const [name, fields] of Object.entries(places)) {
    const resource = descriptor.resources.get(name);
    if (!resource || !mayDo(descriptor, role, resource, 'list')) continue;
    const readable = fields.filter(
      (field) => resource.fields.has(field) && mayRead(descriptor, role, resource, field),
    );
    if (readable.length > 0) targets.set(resource, readable);
  }
  return targets;
}

export const lookup = definePage({ Page: LookupPage });
