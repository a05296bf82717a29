import { requireEntry } from '../../../fields/require-entry.ts';
import type { AccessRequest } from '../../../contract/people/people.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call } from '../../client/http.ts';
import { type BulkSummary, toRecordProblems, emptySummary } from '../../client/bulk.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';

type Decision =
  | { verdict: 'approved'; roleOf: (request: AccessRequest) => string }
  | { verdict: 'rejected'; reason: string };

/** Approves and rejects requests. It reports one with a notice, several in a summary. */
export function useDecide() {
  const texts = useTexts('people').requests;
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [summary, setSummary] = useState<BulkSummary>();

  /** Returns whether all decisions succeeded. */
  async function decide(requests: readonly AccessRequest[], decision: Decision): Promise<boolean> {
    const byId = new Map(requests.map((request) => [request._id, request]));
    const of = byId.size;
    setProgress({ done: 0, of });
    let failure: unknown;
    const outcome = await withEach(
      [...byId.keys()],
      decision.verdict === 'approved' ? 'updated' : 'deleted',
      (id) =>
        send(requireEntry(byId, id), decision).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
      (done) => setProgress({ done, of }),
    );
    // Lists of users and the overview share this key, so both are reloaded.
    await queries.invalidateQueries({ queryKey: ['users'] });
    setProgress(undefined);
    const [only] = requests;
    if (of > 1) setSummary(outcome);
    else if (failure !== undefined) notifyError(failure);
    else if (only) {
      const message = fillTemplate(texts[decision.verdict], { name: only.name });
      notify(message, { type: 'success' });
    }
    return outcome.failed === 0;
  }

  return { progress, summary, close: () => setSummary(undefined), decide };
}

function send(request: AccessRequest, decision: Decision): Promise<unknown> {
  const path = `/api/admin/user/${encodeURIComponent(request._id)}`;
  return decision.verdict === 'approved'
    ? call(`${path}/confirm`, { method: 'PUT', body: { role: decision.roleOf(request) } })
    : call(`${path}/reject`, {
        method: 'PUT',
        body: decision.reason === '' ? {} : { reason: decision.reason },
      });
}

/** The number of simultaneous calls, which leaves room for other users of the server. */
const MAX_SIMULTANEOUS_CALLS = 4;

/** Makes one call for each id, and summarises the results. */
async function withEach(
  ids: readonly string[],
  counted: 'updated' | 'deleted',
  work: (id: string) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<BulkSummary> {
  const open = [...ids];
  const problems: BulkSummary['problems'][number][] = [];
  let done = 0;
  let failed = 0;
  const runner = async (): Promise<void> => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      try {
        await work(id);
      } catch (error) {
        failed += 1;
        problems.push(...toRecordProblems(error, id));
      }
      done += 1;
      onDone(done);
    }
  };
  await Promise.all(Array.from({ length: MAX_SIMULTANEOUS_CALLS }, runner));
  return { ...emptySummary, total: done, [counted]: done - failed, failed, problems };
}
