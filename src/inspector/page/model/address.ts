import { type Signal, signal } from '@preact/signals';
import { hashOf, type Route, routeOf } from './route.js';

/** The route of the page as a signal that follows the address. */
export function followRoute(): Signal<Route> {
  const route = signal(routeOf(location.hash));
  addEventListener('hashchange', () => {
    route.value = routeOf(location.hash);
  });
  return route;
}

export const open = (route: Partial<Route> & Pick<Route, 'panel'>): void => {
  location.hash = hashOf(route);
};
