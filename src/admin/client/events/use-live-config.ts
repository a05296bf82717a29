import { useEffect, useState } from 'react';
import { toConfig, type Config } from '../config.tsx';
import { onOwnUser } from '../account/own-user.ts';
import { loadConfig } from '../load-config.ts';
import { onServerEvent } from './server-events.ts';

/** The current configuration of the server: a new descriptor or role is applied while everything stays open. */
export function useLiveConfig(first: Config): Config {
  const [config, setConfig] = useState(first);
  useEffect(() => {
    let current = first;
    let loading = false;
    const applyConfig = (next: Config): void => setConfig((current = next));
    const load = async (): Promise<void> => {
      if (loading) return;
      loading = true;
      try {
        applyConfig(toConfig(await loadConfig()));
      } catch {
        // The server went away meanwhile. When it is back, it sends the hash of its descriptor.
      } finally {
        loading = false;
      }
    };
    const stopUser = onOwnUser((user) => applyConfig({ ...current, user }));
    const stopEvents = onServerEvent((event) => {
      if (event.event === 'config.problems')
        applyConfig({ ...current, problems: event.data.problems });
      if (event.event === 'config.changed' && event.data.hash !== current.hash) void load();
      if (event.event !== 'ready') return;
      const { hash, role } = event.data;
      if (hash !== current.hash || role !== current.role) void load();
    });
    return () => {
      stopUser();
      stopEvents();
    };
  }, [first]);
  return config;
}
