import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Identities, Identity, ProviderAddress } from '../../../contract/people/identities.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call } from '../../client/http.ts';
import { visitProvider } from '../../client/account/provider-visit.ts';
import { FactButton } from '../../kit/fact-button.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { RemoveDialog } from '../../resource/remove-dialog.tsx';
import { useTexts } from '../../messages/texts.ts';
import { Part } from '../people/page-part.tsx';
import { identitiesKey, identitiesPath } from './use-identities.ts';
import { useSend } from '../../client/use-send.ts';

/** The accounts at other providers that the user signs in with. */
export function IdentityPart({ data: identities, providers }: Identities) {
  const { profile: texts } = useTexts('providers');
  const [removing, setRemoving] = useState<Identity>();
  const connect = useConnect();
  return (
    <Part title={texts.title} lead={texts.help} isWide>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
        {identities.length === 0 ? (
          <Typography>{texts.none}</Typography>
        ) : (
          <FactsTable
            label={texts.title}
            columns={[texts.provider, texts.email, texts.used, texts.added, texts.remove]}
            rows={identities.map((identity) => ({
              key: identity.id,
              cells: [
                identity.label,
                identity.email ?? '',
                identity.usedAt ? (
                  <RelativeTime key="used" moment={identity.usedAt} />
                ) : (
                  texts.never
                ),
                showDateTime(identity.createdAt),
                <FactButton
                  key="remove"
                  text={texts.remove}
                  label={fillTemplate(texts.removeOf, { provider: identity.label })}
                  isDanger
                  onClick={() => setRemoving(identity)}
                />,
              ],
            }))}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {providers.map(({ name, label }) => (
            <Button
              key={name}
              variant="outlined"
              loading={connect.isPending}
              onClick={() => connect.mutate(name)}
            >
              {fillTemplate(texts.connect, { provider: label })}
            </Button>
          ))}
        </Box>
      </Box>
      {removing && <RemoveIdentity identity={removing} onClose={() => setRemoving(undefined)} />}
    </Part>
  );
}

/** Leaves for the provider, which sends the user back to the profile. */
function useConnect() {
  return useSend({
    send: (provider: string) =>
      call<ProviderAddress>(`${identitiesPath}/start`, { method: 'POST', body: { provider } }),
    onDone: ({ json }) => visitProvider(json.url, { purpose: 'connect', from: location.pathname }),
  });
}

type RemoveIdentityProps = { identity: Identity; onClose: () => void };

function RemoveIdentity({ identity: { id, label }, onClose }: RemoveIdentityProps) {
  const { profile: texts } = useTexts('providers');
  const queries = useQueryClient();
  return (
    <RemoveDialog
      title={fillTemplate(texts.removeTitle, { provider: label })}
      text={fillTemplate(texts.removeText, { provider: label })}
      cancel={texts.cancel}
      action={texts.remove}
      done={texts.removed}
      path={`${identitiesPath}/${id}`}
      onClose={() => {
        onClose();
        void queries.invalidateQueries({ queryKey: identitiesKey });
      }}
    />
  );
}
