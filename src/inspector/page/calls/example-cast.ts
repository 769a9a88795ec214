/** A cast that passes in every sandbox, because it contains its document. */
export const exampleCast = (number: string | undefined): string => `callers:
  Ann:
    # To call a number of the project instead, replace the document:
    # to: "${number ?? '+12065550100'}"
    document:
      sections:
        main:
          - prompt: { play: "say:Welcome. Press 1 for sales.", max_digits: 1 }
          - play: "say:Goodbye."
    digits: [1]
    expect:
      - hears: [Press 1, Goodbye]
      - ends_by: document
`;
