// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  COMMON_PARAMETERS,
  DataMap,
  FunctionResult,
  hiddenKey,
  nothingIn,
  type ParameterSchema,
  ReadySkill,
} from '../index.js';
import { SERVICE_URLS } from './services.js';

/** The fields of the service for each temperature unit, with wording for speech. */
const UNITS = {
  fahrenheit: {
    temp: 'temp_f',
    feels: 'feelslike_f',
    degrees: 'degrees Fahrenheit',
    wind: '${current.wind_mph} miles',
  },
  celsius: { temp: 'temp_c', feels: 'feelslike_c', degrees: 'degrees Celsius', wind: '${current.wind_kph} kilometers' },
} as const;

const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'get_weather' },
  api_key: hiddenKey('Key of the weather service, WeatherAPI.com.', 'WEATHER_API_KEY'),
  temperature_unit: {
    type: 'string',
    description: 'Unit of temperatures. With celsius, wind speed is in kilometers an hour.',
    default: 'fahrenheit',
    enum: ['fahrenheit', 'celsius'],
  },
} as const satisfies ParameterSchema;

/** Reports the current weather of a place in words suited to speech. */
export class WeatherApi extends ReadySkill<typeof PARAMETERS> {
  static override SKILL_NAME = 'weather_api';
  static override SKILL_DESCRIPTION = 'Reports the current weather of any place.';
  static override EXAMPLE = { tool: 'get_weather', args: { location: 'Oslo' } };
  static override PARAMETERS = PARAMETERS;

  register_tools(): void {
    const { tool_name, api_key, temperature_unit } = this.params;
    const key = encodeURIComponent(api_key);
    const { temp, feels, degrees, wind } = UNITS[temperature_unit];
    const condition = '${current.condition.text}';
    const place = '${location.name}';
    const values = [`\${current.${temp}}`, `\${current.${feels}}`, wind.split(' ', 1).join(), '${current.cloud}'];
    const failed = new FunctionResult(
      'The weather service returned no weather for ${args.location}. Ask whether the place is right, or apologise.',
    );
    const failsWithout = (field: string) => ({ string: field, pattern: nothingIn(field), output: failed });
    this.define_data_map(
      new DataMap(tool_name)
        .purpose('Get the current weather of a place.')
        .parameter('location', 'string', 'City, region, postal code or airport, such as Oslo or 90210.', {
          required: true,
        })
        .webhook('GET', `${SERVICE_URLS.weather}current.json?key=${key}&q=\${lc:enc:args.location}&aqi=no`)
        .error_keys(['error'])
        .webhook_expressions([
          failsWithout(place),
          {
            string: condition,
            pattern: nothingIn(condition),
            output: new FunctionResult('The weather service has no current weather for ${args.location}.'),
          },
          ...values.map(failsWithout),
        ])
        .output(
          new FunctionResult(
            [
              `Tell the user the current weather in \${location.name}, \${location.country}: ${condition},`,
              `\${current.${temp}} ${degrees}, feels like \${current.${feels}},`,
              `wind from \${current.wind_dir} at ${wind} an hour, clouds cover \${current.cloud} percent of the sky.`,
              'Use one or two spoken sentences, with rounded numbers, and with directions and units as whole words.',
            ].join(' '),
          ),
        )
        .fallback_output(failed),
    );
  }
}

/** @alias */
export default WeatherApi;
