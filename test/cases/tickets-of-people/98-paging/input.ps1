PS C:\> Invoke-RestMethod -Method Get -Uri "https://atlasfit.example.com/api/relay/rest/phone_numbers?page_size=2" -Headers @{ Authorization = "Basic @@0@@" }
HTTP/1.1 200 OK
Content-Type: application/json

{"data":[{"id":"b59911a6-cd4a-4184-9efb-a73e01d84e29","number":"+12535550101"},{"id":"31095dc0-0f7b-4fb1-a44d-b97441747453","number":"+12535550102"}],"links":{"self":"/api/relay/rest/phone_numbers?page_number=0&page_size=2","first":"/api/relay/rest/phone_numbers?page_number=0&page_size=2","next":"/api/relay/rest/phone_numbers?page_number=1&page_size=2&page_token=PA404a"}}

PS C:\> Invoke-RestMethod -Method Get -Uri "https://atlasfit.example.com/api/relay/rest/phone_numbers?page_number=1&page_size=2&page_token=PA404a"
HTTP/1.1 200 OK
Content-Type: application/json

{"data":[{"id":"ba2dafca-0d8d-43d4-9906-9862f149a757","number":"+12535550103"}],"links":{"self":"/api/relay/rest/phone_numbers?page_number=1&page_size=2&page_token=PA404a","first":"/api/relay/rest/phone_numbers?page_number=0&page_size=2","prev":"/api/relay/rest/phone_numbers?page_number=0&page_size=2&page_token=PB404a"}}
