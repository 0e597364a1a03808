import { useEffect } from 'react';
import { useClient } from '../client-context.tsx';

/**
 * Notifies the client when the page is shown again and when the machine is back online. The event comes before the
 * page's first frame, so that figures of a bot that went silent meanwhile are never painted as live.
 */
export const usePageEvents = (): void => {
  const client = useClient();
  useEffect(() => {
    let hiddenAt: number | null = document.hidden ? performance.now() : null;
    const onVisibility = () => {
      if (document.hidden) {
        hiddenAt = performance.now();
        return;
      }
      client.send({ type: 'PageShown', hidden_ms: hiddenAt === null ? 0 : performance.now() - hiddenAt });
      hiddenAt = null;
    };
    const onOnline = () => client.send({ type: 'NetworkOnline' });
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onOnline);
    };
  }, [client]);
};
