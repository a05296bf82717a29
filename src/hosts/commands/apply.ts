import { applyPlan } from '../../store/schema/plan/apply-plan.ts';
import { undoPlan } from '../../store/schema/plan/undo-plan.ts';
import { readDescriptor } from '../read-descriptor.ts';
import { Refusal } from '../refusal.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withDatabase } from './with-database.ts';

export const apply: Verb = {
  summary: 'Brings the database up to the descriptor, as far as it is allowed to.',
  usage: '[--plan HASH] [--allow-rewrite] [--allow-destructive] [STEP…] | --undo',
  help: [
    '',
    '  --plan HASH          the plan that was looked at; refused when something changed since',
    '  --allow-rewrite      also renames and conversions; with --plan',
    '  --allow-destructive  also drops the steps named, which can be undone for 30 days; with --plan',
    '  STEP…                steps of the plan: what to drop, and conversions that lose values',
    '  --undo               takes back the plan that was applied last',
    '',
    'All of it happens, or nothing. Works on a running installation as well as on a stopped one.',
  ],
  options: {
    plan: { type: 'string' },
    'allow-rewrite': { type: 'boolean' },
    'allow-destructive': { type: 'boolean' },
    undo: { type: 'boolean' },
  },
  run: async (call) => {
    const { plan, undo } = call.options;
    const allows = call.options['allow-rewrite'] ?? call.options['allow-destructive'];
    if (!undo && allows && plan === undefined)
      throw new UsageError(
        '--allow-rewrite and --allow-destructive need --plan and the hash npx backoffice plan prints',
      );
    if (!undo) return applyNow(call);
    if (
      call.args.length > 0 ||
      Object.keys(call.options).some((name) => !['undo', 'json'].includes(name))
    )
      throw new UsageError('apply --undo takes nothing else');
    return undoNow(call);
  },
};

async function applyNow({ args, options, environment, say, answer }: Call): Promise<ExitCode> {
  const descriptor = await readDescriptor(environment.resources);
  const { plan } = options;
  const outcome = await withDatabase(environment, (database) =>
    applyPlan(database, descriptor, {
      ...(typeof plan === 'string' && { plan }),
      rewrite: options['allow-rewrite'] === true,
      destructive: options['allow-destructive'] === true,
      named: new Set(args),
    }),
  );
  if ('refused' in outcome) throw new Refusal(['Nothing was changed:', ...outcome.refused]);
  const { done, left } = outcome;
  for (const sentence of done) say(sentence);
  for (const sentence of left) say(`Left as it is: ${sentence}`);
  say(done.length === 0 ? 'There was nothing to do' : `Done: ${done.length} steps`);
  answer(outcome);
  return 0;
}

async function undoNow({ environment, say, answer }: Call): Promise<ExitCode> {
  const outcome = await withDatabase(environment, undoPlan);
  if ('refused' in outcome) throw new Refusal(['Nothing was changed:', ...outcome.refused]);
  for (const sentence of outcome.undone) say(`Undone: ${sentence}`);
  say('Take the change back in the descriptor too, or the next plan asks for it again');
  answer(outcome);
  return 0;
}
