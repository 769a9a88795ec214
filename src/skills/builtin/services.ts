/** The beginning of the URLs of each service that built-in skills call. */
export const SERVICE_URLS = {
  ninjas: 'https://api.api-ninjas.com/v1/',
  weather: 'https://api.weatherapi.com/v1/',
  places: 'https://maps.googleapis.com/maps/api/place/',
  routes: 'https://routes.googleapis.com/directions/v2:',
  search: 'https://www.googleapis.com/customsearch/v1',
  encyclopedia: 'https://en.wikipedia.org/w/api.php',
} as const;

const CALLERS: readonly (readonly [service: keyof typeof SERVICE_URLS, ...skills: readonly string[]])[] = [
  ['ninjas', 'joke', 'trivia'],
  ['weather', 'weather_api'],
  ['places', 'maps'],
  ['routes', 'maps'],
  ['search', 'web_search'],
  ['encyclopedia', 'encyclopedia_search'],
];

/** The names of the skills that send a request to a URL. Empty if it is not the URL of a known service. */
export const skillsCalling = (url: string): readonly string[] =>
  CALLERS.flatMap(([service, ...skills]) => (url.startsWith(SERVICE_URLS[service]) ? skills : []));
