import { lazy, Suspense } from 'react';
import { useQuery } from '../../elements/use-query.ts';
import { useTellsLives } from '../LifeLink.tsx';

const LifeDrawer = lazy(() => import('./LifeDrawer.tsx').then((file) => ({ default: file.LifeDrawer })));

/** The life that the address names, above whatever screen is open. */
export function LifeHost() {
  const query = useQuery();
  const tells = useTellsLives();
  const id = query.get('life');
  if (id === '' || !tells) return null;
  return (
    <Suspense fallback={null}>
      <LifeDrawer id={id} close={() => query.set({ life: null })} />
    </Suspense>
  );
}
