PS> $body = '{"command":"update","id":"0f9f251b-e996-4c21-9d82-a28d49e043cf","params":{"status":"completed"}}'
PS> Invoke-WebRequest -Method POST -Uri "https://helpline.example.com/api/calling/calls" -ContentType "application/json" -Body '{"command":"update","id":"0f9f251b-e996-4c21-9d82-a28d49e043cf","params":{"status":"completed"}}' -Headers @{ "Authorization" = "Basic c04f16eb-cf17-48b3-9414-012d7e27fe0c" }
Invoke-WebRequest : The remote server returned an error: (422) Unprocessable Entity.
HTTP/1.1 422 Unprocessable Entity
Content-Type: application/json

{"errors":[{"type":"validation_error","code":"missing_required_parameter","message":"id is required","attribute":"id","url":"https://developer.example.com/rest/errors/missing_required_parameter"}]}
